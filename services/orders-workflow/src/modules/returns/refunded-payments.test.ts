import t from 'tap'
import { returning } from '../../testing/returning.ts'
import { testOrders, updateStatus } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const { postReturn, readOrder } = returning(test)

const invoiced = (transactionId: string, shipmentId: string, amount: number) => ({
  ...{ amount, transactionId, shipmentId, invoiceId: `F-${transactionId}`, orderLineReferences: [{ lineItemId: shipmentId }] },
  ...{ paymentMethodName: 'Invoice', transactionType: 'Invoiced', status: 'Processed' },
})

let orders = 0

/** A completed order of two shipments, each with an invoice of its own. */
async function invoicedOrder(payments: object[] = [invoiced('1001', '1', 100), invoiced('1002', '2', 50)]): Promise<string> {
  const id = `two-invoices-${++orders}`
  const line = (lineItemId: string, placedPrice: number, taxRate: number) => ({
    lineItemId,
    code: 'CHAIR',
    quantity: 1,
    placedPrice,
    taxRate,
  })
  const shipment = (shipmentId: string) => ({ shipmentId, lineItems: [{ lineItemId: shipmentId, quantity: 1 }] })
  const orderForm = { lineItems: [line('1', 100, 25), line('2', 50, 15)], shipments: [shipment('1'), shipment('2')], payments }
  const body = { id, storeId: 'Oslo-01', marketId: 'NOR', orderType: 'Online', status: 'New', customerNumber: 'K-8', orderForm }
  const created = await test.send({ method: 'POST', url: '/api/Orders', body })
  if (created.status !== 201) throw new Error(JSON.stringify(created.body))
  await test.background.idle()
  await updateStatus(test, id, { body: { status: 'Completed' } })
  return id
}

// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
const creditPayments = (order: any) => order.orderForm.payments.filter((payment: any) => payment.transactionType === 'Credit')

/** The newest event of each refund of an order. */
async function refundEvents(orderId: string) {
  const rows = await test.database.query<{ envelope: string }>({ text: 'select envelope from kit.outbox order by id' })
  const events = rows.map(({ envelope }) => JSON.parse(envelope)).filter(({ type }) => type === 'orders.payment.recorded.v1')
  const refunds = events.filter(({ data }) => data.orderId === orderId && data.payment.transactionType === 'Credit')
  return [...new Map(refunds.map(({ data }) => [data.payment.id, data])).values()]
}

t.test('given an invoice for each line, when one line returns, then its own invoice is credited as a receivable', async (t) => {
  for (const [lineItemId, invoiceId, vatRate] of [
    ['1', 'F-1001', 25],
    ['2', 'F-1002', 15],
  ] as const) {
    const id = await invoicedOrder()
    await postReturn(id, { returns: [{ lineItemId, returnQuantity: 1 }], status: 'Completed' })
    const order = await readOrder(id)
    t.match(creditPayments(order), [{ invoiceId, paymentMethodName: 'Invoice', orderLineReferences: [{ lineItemId }] }])
    t.match(await refundEvents(id), [
      {
        reducesReceivable: true,
        payment: { invoiceId },
        invoice: { creditNoteNumber: String },
        breakdown: [{ lineItemId, vatRate }],
      },
    ])
  }
})

t.test(
  'given both lines of two invoices, when they return together, then each refund is for the line of its invoice',
  async (t) => {
    const id = await invoicedOrder()
    const returns = ['1', '2'].map((lineItemId) => ({ lineItemId, returnQuantity: 1 }))
    await postReturn(id, { returns, status: 'Completed' })
    const events = await refundEvents(id)
    t.match(events, [
      { payment: { invoiceId: 'F-1001', amount: 100 }, breakdown: [{ lineItemId: '1', net: 80, vatAmount: 20 }] },
      { payment: { invoiceId: 'F-1002', amount: 50 }, breakdown: [{ lineItemId: '2', net: 43.48, vatAmount: 6.52 }] },
    ])
    t.same(
      events.map(({ breakdown }) => breakdown.length),
      [1, 1],
    )
  },
)

t.test('given an invoice that is paid, when its line returns, then the payment account is credited', async (t) => {
  const id = await invoicedOrder([{ ...invoiced('1001', '1', 100), status: 'Paid' }, invoiced('1002', '2', 50)])
  await postReturn(id, { returns: [{ lineItemId: '1', returnQuantity: 1 }], status: 'Completed' })
  const [event] = await refundEvents(id)
  t.equal(event.payment.invoiceId, 'F-1001')
  t.notOk('reducesReceivable' in event)
})

t.test(
  'given an entered refund without reference, when it is recorded, then it reduces the open invoice of its method',
  async (t) => {
    const id = await invoicedOrder()
    const credit = (fields: object) => ({
      amount: 10,
      transactionType: 'Credit',
      status: 'Processed',
      paymentMethodName: 'Invoice',
      ...fields,
    })
    const sent = [
      credit({ transactionId: 'c-1', invoiceId: 'F-1002' }),
      credit({ transactionId: 'c-2', paymentMethodName: 'Cash' }),
    ]
    await test.send({ method: 'POST', url: `/api/Orders/${id}/AddPayments`, body: [...sent, credit({ transactionId: 'c-3' })] })
    const events = await refundEvents(id)
    t.same(
      events.map(({ reducesReceivable = false, payment }) => [payment.invoiceId, reducesReceivable]),
      [
        ['F-1002', true],
        [null, false],
        [null, true],
      ],
    )
  },
)

/** Exchanges the goods of line 1 for others; returns the id of the new order, completed. */
async function exchangeGoods(id: string, placedPrice: number, additionalPayments: object[] = []): Promise<string> {
  const exchangeOrderLines = [{ code: 'STOOL', quantity: 1, placedPrice, taxRate: 25 }]
  const exchangeOrderOptions = { exchangeOrderId: `${id}-x`, orderStatus: 'New', exchangeOrderLines, additionalPayments }
  const returns = [{ lineItemId: '1', returnQuantity: 1 }]
  const made = await postReturn(id, { returns, status: 'Completed', exchangeOrderOptions })
  if (made.status !== 200) throw new Error(JSON.stringify(made.body))
  await test.background.idle()
  await updateStatus(test, `${id}-x`, { body: { status: 'Completed' } })
  return `${id}-x`
}

const takeBack = (id: string) => postReturn(id, { returns: [{ lineItemId: '1', returnQuantity: 1 }], status: 'Completed' })
const bookedRefunds = async (id: string) =>
  (await refundEvents(id)).map(({ payment, reducesReceivable = false }) => [
    payment.method,
    payment.amount,
    payment.invoiceId,
    reducesReceivable,
  ])

// Regression: the refund was booked on the account of the method, and the invoice stayed open.
t.test('given goods exchanged on an unpaid invoice, when they come back, then the receivable is reduced', async (t) => {
  const id = await invoicedOrder()
  const exchange = await exchangeGoods(id, 120, [invoiced('1003', '1', 20)])
  t.match((await readOrder(exchange)).orderForm.payments, { length: 2 })
  await takeBack(exchange)
  t.same((await bookedRefunds(exchange)).sort(), [
    ['Invoice', 100, 'F-1001', true],
    ['Invoice', 20, 'F-1003', true],
  ])
})

t.test('given an invoice that is paid, when exchanged goods come back, then the payment account is credited', async (t) => {
  const paid = { ...invoiced('1001', '1', 100), status: 'Paid' }
  const before = await exchangeGoods(await invoicedOrder([paid, invoiced('1002', '2', 50)]), 100)
  await takeBack(before)
  t.same(await bookedRefunds(before), [['Invoice', 100, null, false]], 'paid before the exchange')
  const after = await exchangeGoods(await invoicedOrder(), 100)
  const [sale] = (await readOrder(after)).orderForm.payments
  t.match(sale, { paymentMethodName: 'Exchange', transactionType: 'Sale', invoiceId: 'F-1001' })
  const orderForm = { payments: [{ id: sale.id, status: 'Paid' }] }
  t.equal((await test.send({ method: 'PATCH', url: `/api/Orders/${after}/PatchOrder`, body: { orderForm } })).status, 200)
  await takeBack(after)
  t.same(await bookedRefunds(after), [['Invoice', 100, 'F-1001', false]], 'paid after it')
})

t.test('given goods exchanged twice on an unpaid invoice, when they come back, then the receivable is reduced', async (t) => {
  const second = await exchangeGoods(await exchangeGoods(await invoicedOrder(), 100), 100)
  await takeBack(second)
  t.same(await bookedRefunds(second), [['Invoice', 100, 'F-1001', true]])
})
