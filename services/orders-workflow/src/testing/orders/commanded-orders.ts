import type { OrderButton } from '@open-oms/contracts/config/console-places'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector } from '../../connectors/payment/payment-connector.ts'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { answers, askedService } from '../payments/asked-service.ts'
import type { OrdersTest } from '../test-orders.ts'
import type { OfOrder, OrderCommand, StoredOrder } from './order-command.ts'

const check: OrderButton = {
  id: 'check',
  label: { en: 'Check', nb: 'Sjekk' },
  confirmation: null,
  statuses: [],
  connector: 'asked',
  question: null,
  permission: null,
}

/**
 * A tenant to which every command can be given: it has the button `check`, and links for cards. Its
 * service cannot be reached while `isAway`, so that a run waits for it.
 */
export async function commandedTenant(t: { teardown(end: () => unknown): unknown }, sample: OrdersConfig) {
  const service = { isAway: false }
  const done = answers({ result: 'done', tags: ['checked'] })
  const { config } = await askedService(t, sample, {
    reply: (response, ...call) => (service.isAway ? void response.writeHead(503).end() : done(response, ...call)),
  })
  const paymentMethods = config.paymentMethods.map((method) => ({ ...method, paymentLink: method.name === 'Card' }))
  return { service, config: { ...config, paymentMethods, consolePlaces: { links: [], panels: [], buttons: [check] } } }
}

/** Payments outside of the system that have links too. */
export const linkedPayments: PaymentConnector = {
  ...manualPayments,
  link: async ({ idempotencyKey, link }) => ({
    outcome: 'done',
    transactionId: idempotencyKey,
    url: 'https://pay.example/',
    expires: link.expires,
  }),
  unlink: async ({ idempotencyKey }) => ({ outcome: 'done', transactionId: idempotencyKey, url: null, expires: null }),
}

/** What a command may name of an order beside its fields; empty where there is none. */
export async function readOfOrder({ send }: Pick<OrdersTest, 'send'>, orderId: string): Promise<OfOrder> {
  const [messages, runs] = await Promise.all(
    ['Messages', 'WorkflowRuns'].map(async (path) => (await send({ url: `/api/Orders/${orderId}/${path}` })).body.result ?? []),
  )
  const [{ runId, steps } = { runId: 'none', steps: [] }] = runs
  return { messageId: messages[0]?.id ?? 'none', runId, stepId: steps[0]?.stepId ?? 'none' }
}

/** Makes what the command names of the order, and sends the messages that wait. */
export async function prepareCommand(test: OrdersTest, { prepares = [] }: OrderCommand, orderId: string): Promise<void> {
  for (const prepare of prepares) {
    const order: StoredOrder = (await test.send({ url: `/api/Orders/${orderId}` })).body
    await test.send(prepare(order, await readOfOrder(test, orderId)))
  }
  const text = `update message set state = 'Sent', sent = now(), next_attempt = null where order_id = $1`
  await test.database.query({ text, values: [orderId] })
}
