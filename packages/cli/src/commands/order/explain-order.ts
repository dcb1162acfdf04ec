import { Command } from '@commander-js/extra-typings'
import { sentenceFormat, sentenceLocales } from '@open-oms/contracts/why/catalogue/sentence-format'
import { type Said, whySentence } from '@open-oms/contracts/why/catalogue/why-sentence'
import { type OrderExplanation, type OrderReason, explainOrder as route } from '@open-oms/contracts/why/order-reasons'
import { amountText } from '@open-oms/money/amount-text'
import type { DeclareCommand } from '../../command.ts'
import { formatAge } from '../../moment.ts'
import { orderArgument, resolveOrderId } from './find-order.ts'

/** `oms order why ORDER`: what the order waits for, and what can be done. */
export const explainOrder: DeclareCommand = (run) =>
  new Command('why')
    .description('Explain what an order is waiting for, what happens next, and what a person can do')
    .argument(...orderArgument)
    .option('--line <id>', 'why this line is not delivered')
    .option('--payment <id>', 'why this payment is not captured')
    .action((order, { line, payment }) =>
      run(async (context) => {
        const api = context.api()
        const query = { ...(line && { lineItemId: line }), ...(payment && { paymentId: payment }) }
        const orderId = await resolveOrderId(api, order)
        const explanation = await api.call(route, { params: { orderId }, query })
        context.output.result(explanation, () => describe(explanation))
      }),
    )

function describe({ orderId, status, about, reasons }: OrderExplanation): string {
  const subject = about.kind === 'Order' ? '' : `, ${about.kind.toLowerCase()} ${about.id}`
  const head = `Order ${orderId}${subject}, status ${status ?? 'unknown'}`
  return [head, ...reasons.map(describeReason)].join('\n\n')
}

function describeReason({ since, next, actions, ...reason }: OrderReason): string {
  const age = since === null ? '' : `, for ${formatAge(since)}`
  const lines = [`${toText('reason', reason)} (${reason.code}${age})`]
  if (next !== null) lines.push(`  ${toText('next', next)}`)
  for (const action of actions) lines.push(...describeAction(action))
  return lines.join('\n')
}

function describeAction(action: OrderReason['actions'][number]): string[] {
  const { method, url, body, command } = action
  const call =
    method === null ? [] : [`      ${method} ${url}${body === null || body === undefined ? '' : ` ${JSON.stringify(body)}`}`]
  return [`  > ${toText('action', action)}`, ...call, ...(command === undefined ? [] : [`      ${command}`])]
}

/** In English, with moments as they are on this machine; as the API says it where it knows more. */
function toText(kind: 'reason' | 'next' | 'action', said: Said): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const money = amountText(sentenceLocales.en)
  const format = sentenceFormat({ language: 'en', timeZone, money, now: new Date() })
  return (whySentence(kind, said, format) ?? said.sentence).replaceAll(/[\u00a0\u202f]/g, ' ')
}
