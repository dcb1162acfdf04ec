import t from 'tap'
import { returning } from '../../../testing/returning.ts'
import { authorization, createdOrder, orderFormBody, outboxEnvelopes, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
const { deliveredOrder, postReturn, readOrder, returnStatus } = returning(test)
// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
type Body = any
const replace = (body: unknown) => test.send({ method: 'PUT', url: '/api/Orders/Update', body })
const patch = (id: string, body: unknown) => test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body })

/**
 * An order with a form that was paid back, one that is completed without that, and one that is new;
 * and the order as it was before them.
 */
async function returned() {
  const before = await deliveredOrder()
  const returns = [{ lineItemId: '1', returnQuantity: 1 }]
  await postReturn(before.id, { returns })
  await postReturn(before.id, { returns, creditPayment: false })
  await postReturn(before.id, { returns: [{ lineItemId: '2', returnQuantity: 1 }] })
  for (const returnId of ['1', '2']) await returnStatus(before.id, { returnId, status: 'Completed' })
  await test.background.idle()
  const order = await readOrder(before.id)
  t.match(order.returnOrderForms, [
    { creditPaymentTotal: 100 },
    { creditPaymentTotal: 0, status: 'Completed' },
    { status: 'New' },
  ])
  return { id: before.id as string, before, order }
}
const returnIds = ({ returnOrderForms }: Body) => returnOrderForms.map(({ returnId }: { returnId: string }) => returnId)
const recordedPayments = async (id: string) =>
  (await outboxEnvelopes(test, id)).filter(({ type }) => type === 'orders.payment.recorded.v1').map(({ data }) => data.payment)

t.test(
  'given settled returns and payments, when the order is replaced without them, then they stay and the others are removed',
  async (t) => {
    const { id, before, order } = await returned()
    const payments = (await recordedPayments(id)).length
    const { status, body } = await replace({ ...before, customerName: 'Ola' })
    t.equal(status, 200)
    t.same(returnIds(body.order), ['1', '2'])
    t.same(body.order.returnOrderForms, order.returnOrderForms.slice(0, 2))
    t.same(body.order.orderForm.payments, order.orderForm.payments)
    t.match(body.order, { customerName: 'Ola', orderForm: { creditPaymentTotal: 100 } })
    t.equal((await recordedPayments(id)).length, payments, 'nothing is published to accounting again')
    const { id: own, storeId, orderType, status: stage } = order
    const bare = await replace({ id: own, storeId, orderType, status: stage })
    t.same(returnIds(bare.body.order), ['1', '2'])
    const types = bare.body.order.orderForm.payments.map((payment: Body) => payment.transactionType)
    t.same(types, ['Capture', 'Credit'], 'an authorisation has moved nothing')
  },
)

t.test(
  'given settled returns and payments, when a batch replaces the order, then they stay and a sent payment status applies',
  async (t) => {
    const { id, before } = await returned()
    const form = { ...before.orderForm, payments: [] }
    const body = [{ ...before, orderForm: form, returnOrderForms: [] }]
    t.equal((await test.send({ method: 'POST', url: '/api/Orders/UpdateMany', body })).status, 204)
    const order = await readOrder(id)
    t.same(returnIds(order), ['1', '2'])
    const failed = order.orderForm.payments.map((payment: Body) => ({ ...payment, status: 'Failed' }))
    const corrected = await replace({ ...order, orderForm: { ...order.orderForm, payments: failed } })
    t.match(corrected.body.order.orderForm, { capturedPaymentTotal: 0, creditPaymentTotal: 0 })
    const without = await replace({ ...order, orderForm: form, returnOrderForms: corrected.body.order.returnOrderForms })
    t.same(without.body.order.orderForm.payments, [], 'a payment that failed may go')
  },
)

t.test('given failed, new and settled payments, when the order is replaced, then they keep their positions', async (t) => {
  const sale = (transactionId: string, status = 'Processed') =>
    authorization({ transactionType: 'Sale', transactionId, amount: 10, status })
  const order: Body = await createdOrder(test, {
    orderForm: orderFormBody({ payments: [sale('a'), sale('b', 'Failed'), sale('c')] }),
  })
  const sent = [sale('d'), order.orderForm.payments[2]]
  const { body } = await replace({ ...order, orderForm: { ...order.orderForm, payments: sent } })
  t.same(
    body.order.orderForm.payments.map(({ transactionId }: Body) => transactionId),
    ['a', 'c', 'd'],
  )
})

t.test(
  'given a refunded return form, when the order is replaced, then its amounts, lines and status cannot change',
  async (t) => {
    const { order } = await returned()
    const [first, ...others] = order.returnOrderForms
    const sent = (fields: object) => replace({ ...order, returnOrderForms: [{ ...first, ...fields }, ...others] })
    t.match(await sent({ status: 'Cancelled' }), { status: 400, body: { error: 'TransitionNotAllowed' } })
    const refused: [object, string][] = [
      [{ creditAmount: 1 }, 'returnOrderForms[0].creditAmount'],
      [{ lineItems: [] }, 'returnOrderForms[0].lineItems'],
      [{ creditPayment: false }, 'returnOrderForms[0].creditPayment'],
    ]
    for (const [fields, path] of refused) {
      const response = await sent(fields)
      t.same([response.status, Object.keys(response.body.errors)], [400, [path]], JSON.stringify(fields))
    }
    t.match(await sent({ returnComment: 'found' }), {
      status: 200,
      body: { order: { returnOrderForms: [{ returnComment: 'found' }] } },
    })
  },
)

t.test('given a refunded return form, when a patch removes it, then the patch is refused and nothing is written', async (t) => {
  const { id, order } = await returned()
  const [first, second] = order.returnOrderForms
  const asked = [
    { forceUpdate: ['returnOrderForms'] },
    { forceUpdate: ['ReturnOrderForms'], returnOrderForms: [{ returnId: '2', status: 'Completed' }] },
    { keepExistingListItems: false, returnOrderForms: [first] },
    { keepExistingListItems: false, returnOrderForms: [second] },
  ]
  for (const body of asked) {
    const response = await patch(id, { ...body, customerName: 'never' })
    t.match(response, { status: 400, body: { error: 'ValidationFailed' } }, JSON.stringify(body))
    t.ok(response.body.errors.returnOrderForms, JSON.stringify(response.body))
  }
  t.equal((await readOrder(id)).versionId, order.versionId)
  t.equal((await patch(id, { keepExistingListItems: false, returnOrderForms: [first, second] })).status, 200)
  t.same(returnIds(await readOrder(id)), ['1', '2'])
})

t.test('given captures with the same id of the provider, when the order is sent back, then both stay separate', async (t) => {
  const capture = (id: string, amount: number) => authorization({ transactionType: 'Capture', transactionId: 'T', id, amount })
  const payments = [capture('a', 30), capture('b', 20)]
  const order: Body = await createdOrder(test, { orderForm: orderFormBody({ payments }) })
  t.equal(order.orderForm.capturedPaymentTotal, 50)
  t.equal((await replace(order)).body.order.versionId, order.versionId)
  const url = `/api/Orders/${order.id}`
  const put = await test.send({ method: 'PUT', url: `${url}/PutPayments`, body: order.orderForm.payments })
  t.equal(put.body.versionId, order.versionId)
  const one = { ...order.orderForm, payments: [order.orderForm.payments[1]] }
  t.equal((await replace({ ...order, customerName: 'Ola', orderForm: one })).body.order.orderForm.capturedPaymentTotal, 50)
  const body = { keepExistingListItems: false, orderForm: { payments: order.orderForm.payments } }
  t.equal((await test.send({ method: 'PATCH', url: `${url}/PatchOrder`, body })).body.unchangedCount, 1)
})
