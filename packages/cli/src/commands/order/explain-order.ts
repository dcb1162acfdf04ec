import { Command } from '@commander-js/extra-typings'
import { type OrderExplanation, type OrderReason, explainOrder as route } from '@oms/contracts/why/order-reasons'
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

function describeReason({ sentence, since, next, actions, code }: OrderReason): string {
  const age = since === null ? '' : `, for ${formatAge(since)}`
  const lines = [`${sentence} (${code}${age})`]
  if (next !== null) lines.push(`  Next: ${next.sentence}${next.at === null ? '' : ` At ${next.at}.`}`)
  for (const action of actions) lines.push(...describeAction(action))
  return lines.join('\n')
}

function describeAction({ sentence, method, url, body, command }: OrderReason['actions'][number]): string[] {
  const call =
    method === null ? [] : [`      ${method} ${url}${body === null || body === undefined ? '' : ` ${JSON.stringify(body)}`}`]
  return [`  Can be done: ${sentence}`, ...call, ...(command === undefined ? [] : [`      ${command}`])]
}
