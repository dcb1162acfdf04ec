import type { Connector } from '@open-oms/contracts/config/connectors'
import t from 'tap'
import { fetchInventory, put } from '../../testing/inventory.ts'
import { connectorTo, type Manner, testProvider } from '../../testing/payments/test-provider.ts'
import {
  authorization,
  createdOrder,
  orderFormBody,
  paymentsByType,
  sampleConfig,
  testOrders,
  updateStatus,
} from '../../testing/test-orders.ts'

const config = structuredClone(await sampleConfig())
const configured = config.connectors.connectors
const test = await testOrders(t, { config })
test.deps.retryPauseMs = 10
await put(
  test,
  ['CUP', 'POT'].map((skuId) => ({ skuId, warehouseCode: 'Oslo-01', quantity: 1000 })),
)

/** From now on cards go through a real server that treats its calls in these manners. */
async function use(t: { teardown(end: () => unknown): unknown }, manners: Manner[] = ['does']) {
  const provider = await testProvider(t, manners)
  const card: Connector = connectorTo(provider.url)
  config.connectors.connectors = [...configured, card]
  for (const method of config.paymentMethods) Object.assign(method, { connector: card.name })
  for (const type of config.orderTypes)
    for (const { workflowSteps } of type.orderStatuses) for (const step of workflowSteps) step.retries = 0
  return provider
}

type CallOptions = { query?: Record<string, string>; headers?: Record<string, string>; as?: { storeIds: string[] } }
const cancel = (id: string, body: object = {}, sending: CallOptions = {}) =>
  test.send({ method: 'POST', url: `/api/Orders/${id}/Cancel`, body: { reason: 'Customer', ...body }, ...sending })
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const enter = (id: string, status: string, fields: object = {}) => updateStatus(test, id, { body: { status, ...fields } })
const sale = (amount: number) => authorization({ transactionType: 'Sale', transactionId: 'sale-1', amount })
const paidNow = () => createdOrder(test, { orderForm: orderFormBody({ payments: [sale(498.9)] }) })
const toRows = (order: Parameters<typeof paymentsByType>[0], type: string) => {
  const payments: { transactionType: string; amount?: number; status?: string }[] = paymentsByType(order, type)
  return payments.map(({ amount, status }) => [amount, status])
}
const mailsOf = async (id: string): Promise<string[]> => {
  await test.background.idle()
  const text = `select template from message where order_id = $1 and template <> 'order-confirmation' order by created`
  const rows = await test.database.query<{ template: string }>({ text, values: [id] })
  return rows.map(({ template }) => template)
}

t.test(
  'given an authorised order, when it is cancelled, then stock and authorisation are given up and why is kept',
  async (t) => {
    const { effects } = await use(t)
    const { id } = await createdOrder(test)
    await test.background.idle()
    const reserved = (await fetchInventory(test, 'CUP'))[0].reservedQuantity
    const { status, body } = await cancel(id, { note: 'Called us' })
    t.equal(status, 200)
    t.match(body.order, { status: 'Cancelled', properties: [{ key: 'CancellationReason', value: 'Customer' }, {}] })
    t.match(body.order.orderNotes, [{ detail: 'Customer: Called us', type: 'Internal' }])
    t.strictSame(toRows(body.order, 'Void'), [[498.9, 'Processed']])
    t.equal((await fetchInventory(test, 'CUP'))[0].reservedQuantity, reserved - 2)
    t.match(effects, [{ body: { operation: 'cancel', amount: 498.9 } }])
    t.strictSame(await mailsOf(id), ['cancelled'])
  },
)

t.test('given a paid order, when it is tried and then cancelled, then the trial shows the refund that follows', async (t) => {
  const { effects } = await use(t)
  const { id } = await paidNow()
  const trial = await cancel(id, {}, { query: { dryRun: 'true' } })
  t.strictSame(
    toRows(trial.body.order, 'Credit').map(([amount]) => amount),
    [200, 249.9, 49],
  )
  t.match(await read(id), { status: 'New' })
  t.equal(effects.length, 0)
  const { body } = await cancel(id)
  t.match(body.order, { status: 'Cancelled', netTotal: 0, orderForm: { creditPaymentTotal: 498.9 } })
  t.equal(
    effects.reduce((sum, { body: { amount } }) => sum + amount, 0),
    498.9,
  )
})

t.test(
  'given a paid order, when it is cancelled twice at once, then it is refunded once and the customer told once',
  async (t) => {
    const { effects } = await use(t, ['isSlow'])
    const { id } = await paidNow()
    const both = await Promise.all([cancel(id), cancel(id)])
    t.strictSame(
      both.map(({ status }) => status),
      [200, 200],
    )
    t.equal(
      effects.reduce((sum, { body: { amount } }) => sum + amount, 0),
      498.9,
    )
    t.match(await read(id), { orderForm: { creditPaymentTotal: 498.9 } })
    t.strictSame(await mailsOf(id), ['cancelled'])
  },
)

t.test('given a key, when the request is repeated, then it has the first response', async (t) => {
  const { effects } = await use(t)
  const { id } = await paidNow()
  const headers = { 'idempotency-key': `cancel-${id}` }
  const first = await cancel(id, {}, { headers })
  const again = await cancel(id, {}, { headers })
  t.equal(again.headers['idempotent-replayed'], 'true')
  t.strictSame(again.body, first.body)
  t.equal(effects.length, 3)
})

t.test('given a refused refund, when the order is cancelled again, then what is left is refunded', async (t) => {
  const { effects } = await use(t, ['refuses', 'does'])
  const { id } = await paidNow()
  const failed = await cancel(id)
  t.equal(failed.status, 200)
  t.match(failed.body.order, { status: 'Cancelled', errors: [{ key: 'CreditCancelledOrderLines' }] })
  t.equal(failed.body.order.orderForm.creditPaymentTotal, 0)
  await cancel(id)
  t.match(await read(id), { orderForm: { creditPaymentTotal: 498.9 }, errors: [{ status: 'Solved' }] })
  t.equal(
    effects.reduce((sum, { body: { amount } }) => sum + amount, 0),
    498.9,
  )
  t.strictSame(await mailsOf(id), ['cancelled'], 'the customer is told once')
})

t.test('given a capture under way, when the order is cancelled, then it waits, and what has left stays', async (t) => {
  const { effects, calls } = await use(t, ['isSlow'])
  const { id } = await createdOrder(test)
  const shipping = enter(id, 'Shipped')
  while (calls.length === 0) await new Promise(setImmediate)
  const canceled = await cancel(id)
  t.equal((await shipping).status, 200)
  t.match(canceled, { status: 400, body: { error: 'QuantityNotAvailable' } })
  t.match(effects, [{ body: { operation: 'capture', amount: 498.9 } }])
  t.match(await read(id), { status: 'Shipped', orderForm: { capturedPaymentTotal: 498.9, creditPaymentTotal: 0 } })
})

t.test('given a shipped part, when the order is cancelled, then only the rest is, with its money and a mail of it', async (t) => {
  await use(t)
  const shipments = [
    { shipmentId: 'A', lineItems: [{ lineItemId: '1', quantity: 2 }] },
    { shipmentId: 'B', lineItems: [{ lineItemId: '2', quantity: 1 }] },
  ]
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ shipments, payments: [sale(498.9)] }) })
  await enter(id, 'Shipped', { shipmentInfo: { shipmentId: 'A' } })
  const { status, body } = await cancel(id)
  t.equal(status, 200)
  t.match(body.order, { status: 'Shipped', netTotal: 200, orderForm: { creditPaymentTotal: 249.9 } })
  t.match(body.order.orderForm.shipments, [
    { orderStatus: 'Shipped', lineItems: [{ canceledQuantity: 0 }] },
    { orderStatus: 'Cancelled', status: 'Cancelled', lineItems: [{ canceledQuantity: 1 }] },
  ])
  t.strictSame(
    body.order.errors.filter(({ key }: { key: string }) => key === 'ShippedGoodsCancelled'),
    [],
  )
  t.ok((await mailsOf(id)).includes('lines-cancelled'))
  t.notOk((await mailsOf(id)).includes('cancelled'))
})

t.test('when nobody is to be told and nothing refunded, then neither happens', async (t) => {
  const { effects } = await use(t)
  const { id } = await paidNow()
  const { body } = await cancel(id, { refund: false, sendNotifications: false })
  t.match(body.order, { status: 'Cancelled', orderForm: { creditPaymentTotal: 0 } })
  t.equal(effects.length, 0)
  t.strictSame(await mailsOf(id), [])
})

t.test('given a client of another store, a status that cancels nothing, or an unknown order, then it is refused', async (t) => {
  const { id } = await createdOrder(test, { storeId: 'Oslo-01' })
  t.match(await cancel(id, {}, { as: { storeIds: ['Bergen-01'] } }), { status: 403 })
  t.match(await cancel(id, { status: 'Shipped' }), { status: 400, body: { errors: { status: [String] } } })
  t.match(await cancel(id, { reason: '' }), { status: 400 })
  t.match(await cancel('nobody'), { status: 404 })
  t.match(await read(id), { status: 'New' })
})
