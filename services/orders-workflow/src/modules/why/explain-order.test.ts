import t from 'tap'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { carriedOut, fetchExplanation, reasonCodes, requireReason } from '../../testing/orders/explaining.ts'
import { held } from '../../testing/orders/holding.ts'
import { createdOrder, orderBody, sampleConfig, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { configWithOnlySteps } from '../../testing/workflow/only-steps.ts'

const config = await configWithOnlySteps('GenerateSecretKey', 'CapturePayments', 'SetCompletedDate')
const test = await testOrders(t, { config })
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const why = (id: string, query?: Record<string, string>) => fetchExplanation(test, id, query)

t.test('given an unknown order, when it is explained, then the response is 404', async (t) => {
  t.match(await test.send({ url: '/api/Orders/nowhere/Why' }), { status: 404, body: { error: 'NotFound' } })
})

t.test('given an order, when an unknown line or payment, or both, are asked for, then the request is refused', async (t) => {
  const { id } = await createdOrder(test)
  const ask = (query: Record<string, string>) => test.send({ url: `/api/Orders/${id}/Why`, query })
  t.match(await ask({ lineItemId: '99' }), { status: 404, body: { message: /no line "99"/ } })
  t.match(await ask({ paymentId: 'none' }), { status: 404, body: { message: /no payment "none"/ } })
  t.match(await ask({ lineItemId: '1', paymentId: 'none' }), { status: 400, body: { error: 'ValidationFailed' } })
  t.match(await ask({ lineItemId: '', paymentId: '' }), { status: 200, body: { about: { kind: 'Order', id } } })
})

t.test('given a deleted order, when its reason is put right, then it is restored', async (t) => {
  const { id } = await createdOrder(test)
  await test.send({ method: 'DELETE', url: `/api/Orders/${id}` })
  const explanation = await why(id)
  t.strictSame(reasonCodes(explanation), ['OrderDeleted'], 'nothing else counts')
  const reason = requireReason(explanation, 'OrderDeleted')
  t.match(reason, { waitsFor: 'Person', since: String, next: null, evidence: [{ kind: 'Order', data: { status: 'Deleted' } }] })
  t.equal((await carriedOut(test, reason.actions[0])).status, 200)
  t.notOk(reasonCodes(await why(id)).includes('OrderDeleted'))
})

t.test('given a read-only order, when its reason is put right, then it is unlocked', async (t) => {
  const { id } = await createdOrder(test)
  await test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body: { isReadOnly: true } })
  const reason = requireReason(await why(id), 'OrderReadOnly')
  t.match(reason, { sentence: /read-only/, waitsFor: 'Person' })
  t.equal((await carriedOut(test, reason.actions[0])).status, 200)
  t.equal((await read(id)).isReadOnly, false)
  t.notOk(reasonCodes(await why(id)).includes('OrderReadOnly'))
})

t.test('given a queued order, when its reason is put right, then it leaves the queue', async (t) => {
  const { id } = await createdOrder(test, { status: 'Queued' })
  const explanation = await why(id)
  t.strictSame(reasonCodes(explanation), ['OrderQueued'])
  t.equal((await carriedOut(test, requireReason(explanation, 'OrderQueued').actions[0])).status, 200)
  t.equal((await read(id)).status, 'New')
})

/** The tenant of before, which had a type and a status that are gone. */
async function earlierConfig(): Promise<OrdersConfig> {
  const before = structuredClone(await sampleConfig())
  const online = before.orderTypes.find(({ name }) => name === 'Online') as OrdersConfig['orderTypes'][number]
  const [first] = online.orderStatuses
  online.orderStatuses.push({ ...(first as (typeof online.orderStatuses)[number]), name: 'Parked', order: 90, workflowSteps: [] })
  const orderStatuses = online.orderStatuses.map((status) => ({ ...status, workflowSteps: [] }))
  before.orderTypes.push({ ...online, name: 'Phone', defaultOrderType: false, orderStatuses })
  return before
}

t.test(
  'given an order of a removed type, when it is explained, then its reason names the types that it can go on as',
  async (t) => {
    const old = await testOrders(t, { config: await earlierConfig(), database: test.database })
    const { id } = await createdOrder(old, { orderType: 'Phone' })
    const explanation = await why(id)
    t.strictSame(reasonCodes(explanation), ['TypeRemoved'])
    const reason = requireReason(explanation, 'TypeRemoved')
    t.match(reason, {
      sentence: /"Phone" is no longer configured/,
      actions: [{ sentence: /Online/ }, { sentence: 'Cancel order' }],
    })
    t.equal((await carriedOut(test, reason.actions[0], { status: 'InProgress', orderType: 'Online' })).status, 200)
    t.notOk(reasonCodes(await why(id)).includes('TypeRemoved'))
  },
)

t.test(
  'given an order of a removed status, when it is explained, then its reason names the statuses that there are',
  async (t) => {
    const old = await testOrders(t, { config: await earlierConfig(), database: test.database })
    const { id } = await createdOrder(old)
    await updateStatus(old, id, { body: { status: 'Parked' } })
    const reason = requireReason(await why(id), 'StatusRemoved')
    t.match(reason, { sentence: /"Parked" is no longer configured/, actions: [{ url: `/api/Orders/${id}/UpdateStatus` }] })
    t.equal((await carriedOut(test, reason.actions[0], { status: 'InProgress' })).status, 200)
    t.notOk(reasonCodes(await why(id)).includes('StatusRemoved'))
  },
)

t.test('given an order that an operation has locked, when it is explained, then the lock and its end are a reason', async (t) => {
  const { id } = await createdOrder(test)
  const expires = new Date(Date.now() + 30_000)
  const text = 'insert into order_lock (order_id, holder, expires) values ($1, $2, $3)'
  await test.database.query({ text, values: [id, 'someone', expires] })
  t.match(requireReason(await why(id), 'OrderLocked'), { waitsFor: 'Time', next: { at: expires.toISOString() } })
  await test.database.query({ text: `update order_lock set expires = now() - interval '1 second'` })
  t.notOk(reasonCodes(await why(id)).includes('OrderLocked'), 'a lock that is over is none')
})

t.test('given an order that is not paid, when Norwegian is accepted, then the sentences are Norwegian', async (t) => {
  const { id } = await createdOrder(test, { orderForm: { ...(orderBody().orderForm as object), payments: [] } })
  const headers = { 'accept-language': 'nn-NO, en;q=0.5' }
  const response = await test.send({ url: `/api/Orders/${id}/Why`, headers })
  t.match(response.headers.vary, /accept-language/)
  const reason = requireReason(response.body, 'PaymentMissing')
  t.equal(reason.sentence, '498,90 NOK av 498,90 NOK er ubetalt.')
  t.match(reason.actions, [{ code: 'RecordPayment', sentence: 'Registrer betaling' }])
})

t.test('given a complete order, when it, a line and its payments are explained, then nothing is waited for', async (t) => {
  const { id } = await createdOrder(test)
  const { body } = await updateStatus(test, id, { body: { status: 'Completed' } })
  const explanation = await why(id)
  t.strictSame(reasonCodes(explanation), ['OrderComplete'])
  t.match(requireReason(explanation, 'OrderComplete'), { waitsFor: 'Nothing', since: String, next: null, actions: { length: 0 } })
  t.strictSame(reasonCodes(await why(id, { lineItemId: '1' })), ['LineDelivered'])
  for (const payment of body.order.orderForm.payments)
    t.strictSame(reasonCodes(await why(id, { paymentId: payment.id })), ['PaymentComplete'])
})

t.test('given a cancelled order, when it and a line are explained, then nothing is waited for', async (t) => {
  const voiding = await testOrders(t, { config: await configWithOnlySteps('CancelPayments'), database: test.database })
  const { id } = await createdOrder(voiding)
  await updateStatus(voiding, id, { body: { status: 'Cancelled' } })
  t.strictSame(reasonCodes(await why(id)), ['OrderCanceled'])
  t.strictSame(reasonCodes(await why(id, { lineItemId: '2' })), ['LineCanceled'])
})

t.test(
  'given several reasons, when an order is explained, then the most pressing comes first and each has all fields',
  async (t) => {
    const { id } = await createdOrder(test, { orderForm: { ...(orderBody().orderForm as object), payments: [] } })
    await held(test, id)
    const { reasons, at, status } = await why(id)
    t.match([at, status], [String, 'New'])
    t.strictSame(
      reasons.map(({ code }) => code),
      ['HeldByPerson', 'PaymentMissing', 'AwaitingStatus'],
    )
    for (const { sentence, about, evidence } of reasons) {
      t.match(sentence, /^[A-Z0-9].*\.$/s)
      t.ok(about.id.length > 0)
      t.ok(evidence.length > 0, 'a sentence has its evidence')
    }
  },
)
