// What each command does that meets each rule (orders.md#commands-and-rules).
import t from 'tap'
import type { PaymentConnector } from '../../connectors/payment/payment-connector.ts'
import { commandedTenant, linkedPayments, prepareCommand, readOfOrder } from '../../testing/orders/commanded-orders.ts'
import { documentedTable } from '../../testing/orders/documented-table.ts'
import type { OrderCommand, StoredOrder } from '../../testing/orders/order-command.ts'
import { orderCommands } from '../../testing/orders/order-commands.ts'
import { createdOrder, orderFormBody, sampleConfig, testOrders, updateStatus } from '../../testing/test-orders.ts'

/** A refund lasts as long as the order is used by its call. */
let call: { begun: PromiseWithResolvers<void>; mayEnd: PromiseWithResolvers<void> } | undefined
const refund: PaymentConnector['refund'] = async (request) => {
  call?.begun.resolve()
  await call?.mayEnd.promise
  return linkedPayments.refund(request)
}
const { config, service } = await commandedTenant(t, await sampleConfig())
const connectors = { payment: (): PaymentConnector => ({ ...linkedPayments, refund }) }
const test = await testOrders(t, { config, connectors })
const locking = await testOrders(t, {
  config: { ...config, settings: { ...config.settings, orderLock: true } },
  connectors,
  database: test.database,
})
test.deps.retryPauseMs = 10

const shipments = [
  { shipmentId: '1', shippingMethodName: 'Home delivery', shippingSubTotal: 49, lineItems: [{ lineItemId: '1', quantity: 2 }] },
  { shipmentId: '2', lineItems: [{ lineItemId: '2', quantity: 1 }] },
]
const another = '"0192f0c1-2345-7abc-8def-0123456789ab"'

type Rule = {
  /** What makes the rule hold for the order; what ends that again. */
  before?: (id: string) => Promise<undefined | (() => Promise<unknown>)>
  sent?: { headers?: Record<string, string>; as?: { storeIds: string[] } }
  id?: (id: string) => string
  /** The status that every command finds the order in, where it is not its own. */
  status?: 'Returned'
  by?: typeof test
}

const doing = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) => async (id: string) => {
  const response = await test.send({ method, url: `/api/Orders/${id}${path}`, ...(body === undefined ? {} : { body }) })
  if (response.status >= 300) throw new Error(`The order was not prepared: ${response.text}`)
  return undefined
}

/** The return form of the order is being refunded. */
async function refunding(id: string) {
  call = { begun: Promise.withResolvers(), mayEnd: Promise.withResolvers() }
  const { begun, mayEnd } = call
  const body = { returnId: '1', status: 'Completed' }
  const refunded = test.send({ method: 'POST', url: `/api/Returns/${id}/UpdateStatus`, body })
  await begun.promise
  call = undefined
  // Commands that wait for the run give up soon: it continues only afterwards.
  test.deps.requestWaitMs = 1_000
  return () => {
    delete test.deps.requestWaitMs
    mayEnd.resolve()
    return refunded
  }
}

/** Another operation is modifying the order. */
async function locked(id: string) {
  const text = `insert into order_lock (order_id, holder, expires) values ($1, 'another', now() + interval '10 minutes')`
  await test.database.query({ text, values: [id] })
  return undefined
}

/** The columns of the table, in its order. */
const rules: Rule[] = [
  {},
  { id: (id) => `${id}-unknown` },
  { sent: { as: { storeIds: ['Bergen-01'] } } },
  { sent: { headers: { 'if-match': another } } },
  { before: doing('DELETE', '') },
  { before: doing('PATCH', '/PatchOrder', { isReadOnly: true }) },
  { before: doing('POST', '/Holds', { reasonCode: 'FraudCheck' }) },
  { before: refunding, status: 'Returned' },
  { before: locked, by: locking },
]

const read = (id: string) => test.send({ url: `/api/Orders/${id}` })

async function storedOrder(status?: OrderCommand['status']): Promise<StoredOrder> {
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ shipments }) })
  if (status !== undefined) await updateStatus(test, id, { body: { status: 'Completed' } })
  const returns = [{ lineItemId: '1', returnQuantity: 1, returnReason: 'Broken' }]
  if (status === 'Returned') await test.send({ method: 'POST', url: `/api/Returns/${id}/Return`, body: { returns } })
  return (await read(id)).body
}

/** What becomes of a command that meets a rule: `applies`, `creates`, `nothing`, or its error. */
async function outcome(name: string, { before, sent, id = (same) => same, by = test, ...rule }: Rule): Promise<string> {
  const command = orderCommands[name] as OrderCommand
  const { request, status, ofReturn = request } = command
  const stored = await storedOrder(rule.status ?? status)
  // A held order is not refunded: its hold comes while the call is under way.
  const isPreparedLate = name === 'ReleaseHold' && before === refunding
  service.isAway = true
  if (!isPreparedLate) await prepareCommand(test, command, stored.id)
  const end = await before?.(stored.id)
  if (isPreparedLate) await prepareCommand(test, command, stored.id)
  service.isAway = false
  const order = (await read(stored.id)).body
  const target = id(order.id)
  const ofOrder = await readOfOrder(test, order.id)
  const described = (before === refunding ? ofReturn : request)({ ...order, id: target }, ofOrder)
  const response = await by.send({ ...described, ...sent })
  const after = await read(target)
  await end?.()
  const isWritten = target === order.id && after.body.versionId !== order.versionId
  if (response.status >= 300) return `\`${response.body.error}\`${isWritten ? ' after a write' : ''}`
  if (target !== order.id) return after.status === 200 ? 'creates' : 'nothing'
  return isWritten ? 'applies' : 'nothing'
}

const documented = documentedTable('Commands and rules')

for (const name of Object.keys(orderCommands))
  t.test(`given ${name}, when it meets each rule of the table, then it does what the page says`, async (t) => {
    const found: string[] = []
    for (const rule of rules) found.push(await outcome(name, rule))
    t.same(found, documented.get(name)?.slice(1), `| ${name} | ${found.join(' | ')} |`)
  })
