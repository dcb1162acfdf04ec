import t from 'tap'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import { returning } from '../../testing/returning.ts'
import { authorization, orderFormBody, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const { deliveredOrder, postReturn, patchReturn, readOrder } = returning(test)
const cup = (returnQuantity: number) => ({ lineItemId: '1', returnQuantity })
const everything = [cup(2), { lineItemId: '2', returnQuantity: 1 }]
const completed = { status: 'Completed' }

t.test('given a delivered order, when a return is created as completed and takes everything, then it is Returned', async (t) => {
  const { id } = await deliveredOrder()
  const response = await postReturn(id, { ...completed, returns: everything, creditShipment: true })
  t.match(response.body, { status: 'Completed', total: 498.9, creditPaymentTotal: 498.9 })
  t.match(await readOrder(id), { status: 'Returned', netTotal: 0, orderForm: { creditPaymentTotal: 498.9 } })
})

t.test('given an open return, when a completed one takes the rest, then the order is Returned', async (t) => {
  const { id } = await deliveredOrder()
  await postReturn(id, { ...completed, returns: [cup(1)] })
  t.equal((await readOrder(id)).status, 'PartiallyReturned')
  await postReturn(id, { ...completed, returns: [cup(1), { lineItemId: '2', returnQuantity: 1 }] })
  t.equal((await readOrder(id)).status, 'Returned')
})

t.test('given a return created as completed, when its credit note is read, then it has the amounts of the form', async (t) => {
  const { id } = await deliveredOrder()
  await postReturn(id, { ...completed, returns: [cup(1)] })
  const token = await test.issuer.token({})
  const { rawPayload } = await test.app.inject({
    url: `/api/Orders/${id}/Assets/credit-note-1`,
    headers: { authorization: `Bearer ${token}` },
  })
  t.match((await pdfPages(rawPayload)).join().replace(/\s+/g, ' '), /25 % 80,00 20,00 100,00/)
})

t.test(
  'given a return of a part, when a patch makes it take everything and completes it, then the order is Returned',
  async (t) => {
    const { id } = await deliveredOrder({ orderForm: orderFormBody({ payments: [authorization({ amount: 449.9 })] }) })
    await postReturn(id, { returns: [cup(1)] })
    await patchReturn(
      { id, returnId: '1' },
      { lineItems: everything.map(({ lineItemId, returnQuantity: quantity }) => ({ lineItemId, quantity })) },
    )
    await test.send({ method: 'POST', url: `/api/Returns/${id}/UpdateStatus`, body: { returnId: '1', ...completed } })
    t.equal((await readOrder(id)).status, 'Returned')
  },
)
