import t from 'tap'
import { returning } from '../../testing/returning.ts'
import { testOrders } from '../../testing/test-orders.ts'
import { pay } from '../../testing/till.ts'

const test = await testOrders(t)
const { postReturn } = returning(test)

// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
const fetchReasons = async (id: string): Promise<any[]> => (await test.send({ url: `/api/Orders/${id}/Why` })).body.reasons
const fetchReasonCodes = async (id: string) => (await fetchReasons(id)).map(({ code }) => code)
const status = async (id: string, to: string) => {
  await test.send({ method: 'POST', url: `/api/Orders/${id}/UpdateStatus`, body: { status: to } })
  await test.background.idle()
}

/** A completed order of one line at 100.00, paid. */
async function soldOrder(id: string): Promise<void> {
  const orderForm = { lineItems: [{ lineItemId: '1', code: 'A', quantity: 1, placedPrice: 100 }], payments: [pay(100, 'Card')] }
  const order = { id, storeId: 'Oslo-01', marketId: 'NOR', orderType: 'Online', status: 'New', orderForm }
  const made = await test.send({ method: 'POST', url: '/api/Orders', body: order })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  await status(id, 'Completed')
}

// Regression: the reasons said that the order waits for nothing.
t.test('given an exchange order that is cancelled, when it is explained, then its money is named with a way back', async (t) => {
  await soldOrder('exchanged')
  const exchangeOrderOptions = {
    ...{ orderType: 'Online', orderStatus: 'New', exchangeOrderId: 'exchange' },
    exchangeOrderLines: [{ code: 'J', quantity: 1, placedPrice: 100 }],
  }
  const returns = [{ lineItemId: '1', returnQuantity: 1 }]
  await postReturn('exchanged', { status: 'Completed', returns, exchangeOrderOptions })
  await test.background.idle()
  await status('exchange', 'Cancelled')
  t.equal((await test.send({ url: '/api/Orders/exchange' })).body.paymentStatus, 'OverPaid')
  const reasons = await fetchReasons('exchange')
  const found = reasons.find(({ code }) => code === 'Overpaid')
  t.match(found, {
    sentence: /^NOK 100\.00 overpaid\./,
    actions: [{ method: 'POST', url: '/api/Orders/exchange/AddPayments' }],
    evidence: [{ kind: 'Order', data: { overpaid: 100, netTotal: 0 } }],
  })
  t.notOk(reasons.some(({ sentence }) => /Nothing left to do/.test(sentence)))
  const { method, url, body } = found.actions[0]
  t.match(body.payments, [{ amount: 100, paymentMethodName: 'Card', transactionType: 'Credit' }])
  await test.send({ method, url, body })
  t.same(await fetchReasonCodes('exchange'), ['OrderCanceled'])
})

t.test('given a return that is not paid back yet, when its order is explained, then the order is not overpaid', async (t) => {
  await soldOrder('returned')
  t.same(await fetchReasonCodes('returned'), ['OrderComplete'])
  const { body } = await postReturn('returned', { returns: [{ lineItemId: '1', returnQuantity: 1 }] })
  const codes = await fetchReasonCodes('returned')
  t.match([codes.includes('RefundPending'), codes.includes('Overpaid')], [true, false])
  await test.send({
    method: 'POST',
    url: '/api/Returns/returned/UpdateStatus',
    body: { returnId: body.returnId, status: 'Completed' },
  })
  await test.background.idle()
  t.notOk((await fetchReasonCodes('returned')).includes('Overpaid'))
})

t.test(
  'given a refund that waits for someone to approve it, when the order is explained, then it says who has asked',
  async (t) => {
    await soldOrder('asked')
    const body = { orderId: 'asked', amount: 60 }
    t.equal((await test.send({ method: 'POST', url: '/api/RefundRequests', body, as: { clientId: 'kari' } })).status, 200)
    t.match(
      (await fetchReasons('asked')).find(({ code }) => code === 'RefundAwaitsApproval'),
      { waitsFor: 'Person', sentence: /60\.00.*kari.*someone else must approve/ },
    )
  },
)
