import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector } from '../../connectors/payment/payment-connector.ts'
import { returning } from '../../testing/returning.ts'
import { authorization, orderFormBody, testOrders } from '../../testing/test-orders.ts'

let gate = Promise.withResolvers<void>()
let called = Promise.withResolvers<void>()
/** Refunds when the gate is open. */
const refund: PaymentConnector['refund'] = async (request) => {
  called.resolve()
  await gate.promise
  return manualPayments.refund(request)
}
const test = await testOrders(t, { connectors: { payment: (): PaymentConnector => ({ ...manualPayments, refund }) } })
const { deliveredOrder, patchReturn, postReturn, readOrder, returnStatus } = returning(test)
const isLocked = { status: 409, headers: { 'retry-after': '1' }, body: { error: 'ResourceLocked' } }

/**
 * An order with a return form that is being refunded, and one that is not; `end` lets the provider
 * respond.
 */
async function duringRefund() {
  ;[gate, called] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { id } = await deliveredOrder({
    orderForm: orderFormBody({ handlingTotal: 5, payments: [authorization({ amount: 503.9 })] }),
  })
  for (const lineItemId of ['1', '2']) await postReturn(id, { returns: [{ lineItemId, returnQuantity: 1 }] })
  const completed = returnStatus(id, { returnId: '1', status: 'Completed' })
  await called.promise
  const order = await readOrder(id)
  const end = async () => {
    gate.resolve()
    return (await completed).body.order
  }
  return { id: id as string, order, end }
}

const send = (method: 'PATCH' | 'PUT' | 'POST', url: string, body: unknown) => test.send({ method, url, body })
const patchOrder = (id: string, form: object) =>
  send('PATCH', `/api/Orders/${id}/PatchOrder`, { returnOrderForms: [{ returnId: '1', ...form }] })

const inUse: readonly object[] = [
  { status: 'New' },
  { lineItems: [{ lineItemId: '1', quantity: 2 }] },
  { creditAmount: 90 },
  { creditPayment: false },
  { creditShipmentAmount: 10 },
  { chargeShipmentCostAmount: 10 },
  { handlingTotal: 0.5 },
  { grossRoundoff: 0.5 },
  { returnCharges: [{ key: 'Washing', amount: 10 }] },
  { payments: [{ amount: 5, paymentMethodName: 'Card', transactionId: 'r-1', transactionType: 'Credit', status: 'Processed' }] },
]

t.test('given a refund under way, when a patch has what its steps use, then it is 409 and nothing is written', async (t) => {
  const { id, order, end } = await duringRefund()
  for (const patch of inUse) {
    const [field] = Object.keys(patch)
    t.match(await patchReturn({ id, returnId: '1' }, patch), isLocked, `patch of the return: ${field}`)
    t.match(await patchOrder(id, patch), isLocked, `patch of the order: ${field}`)
  }
  t.same(await readOrder(id), order)
  t.match((await end()).returnOrderForms[0], { status: 'Completed', creditAmount: 100, creditPaymentTotal: 100 })
})

t.test('given a refund under way, when an order with another amount of it replaces it, then it is 409', async (t) => {
  const { id, order, end } = await duringRefund()
  const [refunded, other] = order.returnOrderForms
  const replacing = { ...order, returnOrderForms: [{ ...refunded, creditAmount: 90 }, other] }
  t.match(await send('POST', '/api/Orders/Update', replacing), isLocked)
  t.match(await send('POST', '/api/Orders/UpdateMany', [replacing]), isLocked)
  t.same(await readOrder(id), order)
  t.equal((await send('POST', '/api/Orders/Update', order)).status, 200, 'what was read can be sent back')
  const without = await send('POST', '/api/Orders/Update', { ...order, returnOrderForms: [other] })
  t.equal(without.status, 200)
  t.match(await readOrder(id), { returnOrderForms: order.returnOrderForms }, 'one that moves money stays')
  await end()
})

t.test('given a refund under way, when its lines get other ids, then it is 409, and other lines are renamed', async (t) => {
  const { id, order, end } = await duringRefund()
  const rename = (oldLineItemId: string, newLineItemId: string) =>
    send('POST', '/api/Orders/PatchLineItemIds', { orderId: id, lineItemIdMappings: [{ oldLineItemId, newLineItemId }] })
  t.match(await rename('1', 'a'), isLocked)
  t.same(await readOrder(id), order)
  t.equal((await rename('2', 'b')).status, 200)
  await end()
  t.equal((await rename('1', 'a')).status, 200)
  const { payments } = (await readOrder(id)).orderForm
  t.match(payments.at(-1), { transactionType: 'Credit', orderLineReferences: [{ lineItemId: 'a' }] })
})

t.test('given a refund under way, when notes or another form change, then they are written', async (t) => {
  const { id, end } = await duringRefund()
  t.equal((await patchReturn({ id, returnId: '1' }, { rmaNumber: 'R-7' })).status, 200)
  t.equal((await patchReturn({ id, returnId: '2' }, { creditAmount: 90 })).status, 200)
  t.equal((await patchOrder(id, { returnId: '2', creditAmount: 80 })).status, 200)
  t.match((await end()).returnOrderForms, [
    { rmaNumber: 'R-7', creditAmount: 100, creditPaymentTotal: 100 },
    { creditAmount: 80, creditPaymentTotal: 0 },
  ])
})
