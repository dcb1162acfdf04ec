import t from 'tap'
import { authorization, createdOrder, orderFormBody, outboxEnvelopes, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const order = (payments: unknown[]) => createdOrder(test, { orderForm: orderFormBody({ payments }) })
const put = (id: string, body: unknown, sending: { headers?: Record<string, string>; as?: { storeIds: string[] } } = {}) =>
  test.send({ method: 'PUT', url: `/api/Orders/${encodeURIComponent(id)}/PutPayments`, body, ...sending })
const sale = (fields: Record<string, unknown> = {}) =>
  authorization({ transactionType: 'Sale', transactionId: 'sale-1', amount: 100, ...fields })
const published = async (id: string) =>
  (await outboxEnvelopes(test, id))
    .filter((event) => event.type === 'orders.payment.recorded.v1')
    .map((event) => event.data.payment.id)

t.test('when payments are put as a list or under "payments", then they replace all payments', async (t) => {
  const { id } = await order([authorization(), sale()])
  const { status, headers, body } = await put(id, [sale({ transactionId: 'sale-2', amount: 40 })])
  t.equal(status, 200)
  t.equal(headers.etag, `"${body.versionId}"`)
  t.match(body.orderForm, { authorizedPaymentTotal: 0, capturedPaymentTotal: 40, payments: [{ transactionId: 'sale-2' }] })
  t.equal(body.orderForm.payments.length, 1)
  const named = await put(id, { Payments: [authorization()] })
  t.match(named.body.orderForm, { authorizedPaymentTotal: 498.9, payments: [{ transactionId: 'auth-1' }] })
  t.equal(named.body.orderForm.payments.length, 1)
})

t.test('when an empty list is put, then the order has no payments', async (t) => {
  const { id } = await order([authorization()])
  t.match(await put(id, []), { status: 200, body: { orderForm: { payments: { length: 0 } }, remainingPayment: 498.9 } })
})

t.test('when payments are put with or without ids, then their ids stay', async (t) => {
  const created = await order([authorization(), sale()])
  const [first] = created.orderForm.payments
  const { body } = await put(created.id, [sale({ id: 'till-7', transactionId: 'sale-9' }), authorization()])
  t.match(body.orderForm.payments, [{ id: 'till-7' }, { id: first.id, created: first.created }])
})

t.test('when payments are put as they were read, or without ids, then nothing changes and nothing is published', async (t) => {
  const created = await order([authorization(), sale(), sale({ transactionId: '', paymentMethodName: 'Cash' })])
  const before = await published(created.id)
  t.equal((await put(created.id, created.orderForm.payments)).body.versionId, created.versionId)
  const again = [authorization(), sale(), sale({ transactionId: '', paymentMethodName: 'Cash' })]
  t.equal((await put(created.id, again)).body.versionId, created.versionId)
  t.strictSame(await published(created.id), before)
})

t.test('when a payment is new or changed, then it is published under its id', async (t) => {
  const created = await order([sale()])
  const [{ id }] = created.orderForm.payments
  await put(created.id, [sale({ amount: 60 })])
  t.strictSame(await published(created.id), [id, id])
})

t.test('when a list has a payment twice, then it is stored once', async (t) => {
  const { id } = await order([])
  const { body } = await put(id, [sale({ amount: 60 }), sale({ amount: 70 })])
  t.match(body.orderForm, { payments: [{ amount: 70 }], capturedPaymentTotal: 70 })
  t.equal(body.orderForm.payments.length, 1)
})

const bad: Record<string, [unknown, string]> = {
  'no amount': [[sale({ amount: null })], '[0].amount'],
  'an amount of 0': [[sale(), sale({ amount: 0 })], '[1].amount'],
  'no transaction id': [{ payments: [sale({ transactionId: null })] }, 'payments[0].transactionId'],
  'no method': [[sale({ paymentMethodName: '' })], '[0].paymentMethodName'],
  'an unknown type': [[sale({ transactionType: 'Loan' })], '[0].transactionType'],
  'an unknown status': [[sale({ status: 'Maybe' })], '[0].status'],
  'an amount that rounds to 0': [[sale({ amount: 0.001 })], '[0].amount'],
}
for (const [what, [body, path]] of Object.entries(bad)) {
  t.test(`given ${what}, when payments are put, then the error names ${path} and nothing is written`, async (t) => {
    const { id, versionId } = await order([authorization()])
    const response = await put(id, body)
    t.equal(response.status, 400)
    t.ok(response.body.errors[path], JSON.stringify(response.body.errors))
    t.equal((await test.send({ url: `/api/Orders/${id}` })).body.versionId, versionId)
  })
}

t.test('when more than 250 payments are put, then the request fails', async (t) => {
  const { id } = await order([])
  const many = (count: number) => Array.from({ length: count }, (_, index) => sale({ transactionId: `s-${index}`, amount: 1 }))
  t.equal((await put(id, many(251))).status, 400)
  t.equal((await put(id, many(250))).status, 200)
})

t.test('given concurrent replacements, when all have ended, then the order has one of the lists completely', async (t) => {
  const { id } = await order([])
  const list = (name: string) => [1, 2, 3].map((number) => sale({ transactionId: `${name}-${number}` }))
  const responses = await Promise.all([put(id, list('a')), put(id, list('b')), put(id, list('a'))])
  t.strictSame(new Set(responses.map((response) => response.status)), new Set([200]))
  const { payments } = (await test.send({ url: `/api/Orders/${id}` })).body.orderForm
  t.match(payments.map((payment: { transactionId: string }) => payment.transactionId).join(), /^(a-1,a-2,a-3|b-1,b-2,b-3)$/)
})

t.test(
  'given a read-only, deleted, unknown or foreign order or a stale version, when payments are put, then the request fails',
  async (t) => {
    const readOnly = await createdOrder(test, { isReadOnly: true })
    t.match(await put(readOnly.id, []), { status: 400, body: { error: 'OrderIsReadOnly' } })
    const deleted = await createdOrder(test, { status: 'Deleted' })
    t.match(await put(deleted.id, []), { status: 400, body: { error: 'OrderIsDeleted' } })
    t.equal((await put('no such order', [])).status, 404)
    const { id } = await createdOrder(test)
    t.equal((await put(id, [], { as: { storeIds: ['Bergen-01'] } })).status, 403)
    t.equal((await put(id, [], { headers: { 'if-match': '"old"' } })).status, 412)
  },
)
