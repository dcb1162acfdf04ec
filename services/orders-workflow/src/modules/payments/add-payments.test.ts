import t from 'tap'
import { authorization, orderBody, orderFormBody, outboxEnvelopes, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)

async function newOrder(fields: Record<string, unknown> = {}) {
  const response = await test.send({
    method: 'POST',
    url: '/api/Orders',
    body: orderBody({ orderForm: orderFormBody({ payments: [] }), ...fields }),
  })
  return response.body
}
const add = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  test.send({ method: 'POST', url: `/api/Orders/${encodeURIComponent(id)}/AddPayments`, body, headers })
const sale = (fields: Record<string, unknown> = {}) =>
  authorization({ transactionType: 'Sale', transactionId: 'sale-1', amount: 100, ...fields })

t.test('when payments are sent as a list or under "payments", by POST or PUT, then they are added', async (t) => {
  const { id } = await newOrder()
  t.equal((await add(id, [authorization()])).status, 200)
  t.equal((await add(id, { payments: [sale()] })).status, 200)
  const put = await test.send({ method: 'PUT', url: `/api/Orders/${id}/AddPayments`, body: [sale({ transactionId: 'sale-2' })] })
  t.equal(put.status, 200)
  t.equal(put.headers.etag, `"${put.body.versionId}"`)
  t.same(
    put.body.orderForm.payments.map((payment: { transactionId: string }) => payment.transactionId),
    ['auth-1', 'sale-1', 'sale-2'],
  )
  t.match(put.body.orderForm, { authorizedPaymentTotal: 498.9, capturedPaymentTotal: 200 })
})

t.test('when a known payment is sent, then it is updated, and unchanged it makes no version', async (t) => {
  const { id } = await newOrder()
  const first = (await add(id, [sale({ status: 'Pending' })])).body
  t.equal(first.orderForm.capturedPaymentTotal, 0)
  const updated = (await add(id, [sale()])).body
  t.equal(updated.orderForm.payments.length, 1)
  t.equal(updated.orderForm.payments[0].id, first.orderForm.payments[0].id)
  t.equal(updated.orderForm.capturedPaymentTotal, 100)
  const again = (await add(id, [sale()])).body
  t.equal(again.versionId, updated.versionId)
  t.equal(again.modified, updated.modified)
  const types = (await outboxEnvelopes(test, id)).map((event) => event.type)
  t.equal(types.filter((type) => type === 'orders.payment.recorded.v1').length, 2)
})

t.test('when the amounts of a payment change, then it is published again, and not for a comment', async (t) => {
  const { id } = await newOrder()
  const published = async () => (await outboxEnvelopes(test, id)).filter((event) => event.type === 'orders.payment.recorded.v1')
  await add(id, [sale()])
  await add(id, [sale({ comment: 'by phone' })])
  t.equal((await published()).length, 1)
  await add(id, [sale({ properties: [{ key: 'KidNumber', value: '0123' }] })])
  await add(id, [sale({ orderLineReferences: [{ lineItemId: '2' }] })])
  const events = await published()
  t.match(events[1], { data: { invoice: { kidNumber: '0123' } } })
  t.same(new Set(events[2].data.breakdown.map((entry: { lineItemId: string }) => entry.lineItemId)), new Set(['2']))
})

t.test('when payments are added, then their events have the breakdown and sequences without a gap', async (t) => {
  const { id } = await newOrder()
  await add(id, [sale({ amount: 498.9, paidDate: '2026-03-01T10:00:00+01:00' })])
  const events = await outboxEnvelopes(test, id)
  t.same(
    events.map((event) => event.sequence),
    events.map((_, index) => index + 1),
  )
  const { data } = events.find((event) => event.type === 'orders.payment.recorded.v1') ?? {}
  t.match(data, {
    orderId: id,
    currency: 'NOK',
    customerNumber: 'C-1',
    payment: { amount: 498.9, method: 'Card', paidDate: '2026-03-01T09:00:00.000Z' },
  })
  const sum = data.breakdown.reduce(
    (total: number, entry: { net: number; vatAmount: number }) => total + Math.round((entry.net + entry.vatAmount) * 100),
    0,
  )
  t.equal(sum, 49890)
})

const bad: Record<string, [unknown, string]> = {
  'no amount': [[sale({ amount: null })], '[0].amount'],
  'an amount of 0': [[sale({ amount: 0 })], '[0].amount'],
  'an amount that rounds to 0': [[sale({ amount: 0.01 }), sale({ amount: 0.001 })], '[1].amount'],
  'a negative amount': [[sale({ amount: -5 })], '[0].amount'],
  'a text as amount': [[sale({ amount: '100' })], '[0].amount'],
  'no transaction id': [[sale({ transactionId: null })], '[0].transactionId'],
  'no method': [[sale({ paymentMethodName: '' })], '[0].paymentMethodName'],
  'an unknown type': [[sale(), sale({ transactionType: 'Loan' })], '[1].transactionType'],
  'an unknown status': [{ payments: [sale({ status: 'Maybe' })] }, 'payments[0].status'],
}
for (const [what, [body, path]] of Object.entries(bad)) {
  t.test(`given ${what}, when payments are added, then the error names ${path}`, async (t) => {
    const { id } = await newOrder()
    const response = await add(id, body)
    t.equal(response.status, 400)
    t.ok(response.body.errors[path], JSON.stringify(response.body.errors))
  })
}

t.test('when an amount rounds to 0 in the currency of the order, then the request fails', async (t) => {
  const { id } = await newOrder({ billingCurrency: 'JPY' })
  const response = await add(id, { payments: [sale({ amount: 0.4 })] })
  t.match(response, { status: 400, body: { errors: { 'payments[0].amount': [/0/] } } })
  t.equal((await add(id, [sale({ amount: 0.5 })])).body.orderForm.capturedPaymentTotal, 1)
})

t.test('given empty transaction ids and a Void of 0, when payments are added, then they are accepted', async (t) => {
  const { id } = await newOrder()
  const response = await add(id, [
    sale({ transactionId: '' }),
    sale({ transactionId: '' }),
    sale({ transactionType: 'Void', transactionId: 'v', amount: 0 }),
  ])
  t.equal(response.status, 200)
  t.equal(response.body.orderForm.payments.length, 3)
})

t.test('when an order would have more than 250 payments, in one request or in sum, then the request fails', async (t) => {
  const { id } = await newOrder()
  const many = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, index) => sale({ transactionId: `${prefix}-${index}`, amount: 1 }))
  t.equal((await add(id, many(251, 'a'))).status, 400)
  t.equal((await add(id, many(250, 'b'))).status, 200)
  t.equal((await add(id, many(1, 'c'))).status, 400)
})

t.test('given concurrent additions, when all have ended, then no payment is lost', async (t) => {
  const { id } = await newOrder()
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) => add(id, [sale({ transactionId: `s-${index}`, amount: 1 })])),
  )
  t.same(
    responses.map((response) => response.status),
    Array(12).fill(200),
  )
  const { body } = await test.send({ url: `/api/Orders/${id}` })
  t.equal(body.orderForm.payments.length, 12)
  const events = await outboxEnvelopes(test, id)
  t.same(
    events.map((event) => event.sequence),
    events.map((_, index) => index + 1),
  )
})

t.test('when a request is sent twice concurrently with one key, then its payments are added once', async (t) => {
  const { id } = await newOrder()
  const headers = { 'idempotency-key': `pay-${id}` }
  const payment = sale({ transactionId: '' })
  await Promise.all([add(id, [payment], headers), add(id, [payment], headers)])
  const replay = await add(id, [payment], headers)
  t.equal(replay.headers['idempotent-replayed'], 'true')
  t.equal(replay.body.orderForm.payments.length, 1)
})

t.test('when If-Match is stale, then the response is 412 with the fields that have changed', async (t) => {
  const order = await newOrder()
  const current = (await add(order.id, [sale()], { 'if-match': `"${order.versionId}"` })).body
  const response = await add(order.id, [sale({ transactionId: 's2' })], { 'if-match': `"${order.versionId}"` })
  t.equal(response.status, 412)
  t.match(response.body, { error: 'VersionConflict', currentVersionId: current.versionId })
  t.ok(response.body.changedFields.includes('orderForm'))
  t.equal((await add(order.id, [sale({ transactionId: 's3' })], { 'if-match': `"x", "${current.versionId}"` })).status, 200)
  t.equal((await add(order.id, [sale({ transactionId: 's4' })], { 'if-match': '*' })).status, 200)
})

t.test('given a read-only or deleted order, when payments are sent, then the request fails', async (t) => {
  const readOnly = await newOrder({ isReadOnly: true })
  t.equal((await add(readOnly.id, [sale()])).body.error, 'OrderIsReadOnly')
  const deleted = await newOrder({ status: 'Deleted' })
  t.equal((await add(deleted.id, [sale()])).body.error, 'OrderIsDeleted')
})

t.test('when payments are added to an unknown order, then the response is 404; to one of another store, 403', async (t) => {
  t.equal((await add('no such order', [sale()])).status, 404)
  const { id } = await newOrder()
  const response = await test.send({
    method: 'POST',
    url: `/api/Orders/${id}/AddPayments`,
    body: [sale()],
    as: { storeIds: ['Bergen-01'] },
  })
  t.equal(response.status, 403)
  t.equal((await test.send({ url: `/api/Orders/${id}`, as: { storeIds: ['Bergen-01'] } })).status, 404)
})
