import t from 'tap'
import { returning } from '../../testing/returning.ts'
import { testOrders } from '../../testing/test-orders.ts'
import { pay } from '../../testing/till.ts'

const test = await testOrders(t)
const { patchReturn, postReturn, readOrder, returnStatus } = returning(test)
let orders = 0

/** A completed and paid order of two lines at 50.00, a part of which was refunded as goodwill. */
async function withGoodwill(refunded: number): Promise<string> {
  const id = `goodwill-${++orders}`
  const line = { quantity: 1, placedPrice: 50, taxRate: 25 }
  const lineItems = ['1', '2'].map((lineItemId) => ({ ...line, lineItemId, code: `SKU-${lineItemId}` }))
  const order = { id, storeId: 'Oslo-01', marketId: 'NOR', orderType: 'Online', status: 'New' }
  const orderForm = { lineItems, payments: [pay(100, 'Card')] }
  const made = await test.send({ method: 'POST', url: '/api/Orders', body: { ...order, orderForm } })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  await test.send({ method: 'POST', url: `/api/Orders/${id}/UpdateStatus`, body: { status: 'Completed' } })
  await test.background.idle()
  const credit = pay(refunded, 'Card', { transactionType: 'Credit' })
  await test.send({ method: 'POST', url: `/api/Orders/${id}/AddPayments`, body: [credit] })
  return id
}

async function returned(id: string, lineItemIds: string[], more: object = {}) {
  const returns = lineItemIds.map((lineItemId) => ({ lineItemId, returnQuantity: 1 }))
  const response = await postReturn(id, { returns, status: 'Completed', ...more })
  await test.background.idle()
  return response
}

// Regression: 100 were due for refund, 70 were refunded, and the form could not be completed or
// changed.
t.test('given a refund without a return, when all comes back, then what is left is paid back', async (t) => {
  const id = await withGoodwill(30)
  t.match(await returned(id, ['1', '2']), { status: 200, body: { total: 100, creditAmount: 70, creditPaymentTotal: 70 } })
  t.match(await readOrder(id), { status: 'Returned', orderForm: { creditPaymentTotal: 100 }, assets: { length: 1 } })
})

t.test('given a refund without a return, when lines come back one by one, then the last one pays what is left', async (t) => {
  const id = await withGoodwill(30)
  t.match((await returned(id, ['1'], { status: 'New' })).body, { total: 50, creditAmount: 50 })
  t.match((await returned(id, ['2'])).body, { total: 50, creditAmount: 20, creditPaymentTotal: 20 })
  await returnStatus(id, { returnId: '1', status: 'Completed' })
  await test.background.idle()
  t.match(await readOrder(id), { status: 'Returned', orderForm: { creditPaymentTotal: 100 } })
})

t.test('given more than is left to pay back, when it is stated, then it is refused', async (t) => {
  const id = await withGoodwill(30)
  t.match(await returned(id, ['1', '2'], { creditAmount: 71 }), { status: 400, body: { error: 'ValidationFailed' } })
})

t.test('given a refund after the form was made, when it fails, then its credit can be set to what is left', async (t) => {
  const id = await withGoodwill(10)
  t.match((await returned(id, ['1', '2'], { status: 'New' })).body, { creditAmount: 90 })
  const credit = pay(20, 'Card', { transactionType: 'Credit' })
  await test.send({ method: 'POST', url: `/api/Orders/${id}/AddPayments`, body: [credit] })
  await returnStatus(id, { returnId: '1', status: 'Completed' })
  await test.background.idle()
  t.match((await readOrder(id)).returnOrderForms[0], { creditAmount: 90, creditPaymentTotal: 70 })
  const why = await test.send({ url: `/api/Orders/${id}/Why` })
  const pending = why.body.reasons.find(({ code }: { code: string }) => code === 'RefundPending')
  t.match(pending.actions, [{ method: 'PATCH', url: `/api/Returns/${id}/1`, body: { creditAmount: 70 } }])
  t.match(await patchReturn({ id, returnId: '1' }, { creditAmount: 60 }), { status: 400 }, 'not below what was paid back')
  t.match(await patchReturn({ id, returnId: '1' }, { creditAmount: 71 }), { status: 400 }, 'not above what is left')
  t.match(await patchReturn({ id, returnId: '1' }, pending.actions[0].body), { status: 200, body: { isModified: true } })
  t.match(await patchReturn({ id, returnId: '1' }, { creditAmount: 75 }), { status: 400 }, 'settled now')
  const done = await returnStatus(id, { returnId: '1', status: 'Completed' })
  t.match(done, { status: 200, body: { isAborted: false } })
  await test.background.idle()
  t.match(await readOrder(id), { status: 'Returned', assets: { length: 1 } })
})
