import t from 'tap'
import { fetchInventory, put } from '../../testing/inventory.ts'
import { authorization, createdOrder, orderFormBody, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { configWithOnlySteps, moneyAndDates } from '../../testing/workflow/only-steps.ts'

type Fields = Record<string, unknown>

const stockSteps = [
  'IncreaseReservedInventory',
  'ReduceReservedInventory',
  'ReduceInventoryAndReservedInventory',
  'AllocateToWarehouse',
]
const test = await testOrders(t, { config: await configWithOnlySteps(...moneyAndDates, ...stockSteps) })

let count = 0

/**
 * An order of 4 units at 100 and 2 at 50, with 50 for shipping, all authorised and reserved; each
 * has SKUs of its own, ten of each in Oslo.
 */
async function ordered(form: Fields = {}) {
  const skus = [`CUP-${++count}`, `POT-${count}`]
  await put(
    test,
    skus.map((skuId) => ({ skuId, warehouseCode: 'Oslo-01', quantity: 10 })),
  )
  const lineItems = [
    { lineItemId: '1', code: skus[0], quantity: 4, placedPrice: 100, taxRate: 25 },
    { lineItemId: '2', code: skus[1], quantity: 2, placedPrice: 50, taxRate: 25 },
  ]
  const payments = [authorization({ amount: 550 })]
  const shipments = [{ shipmentId: '1', shippingSubTotal: 50, shipmentTaxRate: 25 }]
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ lineItems, payments, shipments, ...form }) })
  await test.background.idle()
  return { id, skus }
}

async function send(id: string, body: Fields) {
  const response = await test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLinesUpdate`, body })
  if (response.status !== 200) throw new Error(response.text)
  return response.body
}

const deliver = (id: string, lineItemId: string, deliveredQuantity: number) =>
  send(id, { status: 'Completed', lineItemUpdates: [{ lineItemId, deliveredQuantity }] })

/** What there is of the order's SKUs in Oslo, and what is reserved of it. */
async function levels({ skus }: { skus: string[] }) {
  const found = await Promise.all(skus.map((skuId) => fetchInventory(test, skuId)))
  return found.map(([one]) => `${one.quantity}/${one.reservedQuantity}`)
}

const stepStatus = (body: { orderActionExecutionResults: { actionType: string; actionStatus: string }[] }, step: string) =>
  body.orderActionExecutionResults.find(({ actionType }) => actionType === step)?.actionStatus

// A shipment that counted as shipped from the first partial delivery on had everything captured and
// taken out of stock by the second.
t.test('given a shipment, when it is delivered in parts, then each captures its part, the last one completes it', async (t) => {
  const order = await ordered()
  t.same(await levels(order), ['10/4', '10/2'])
  const first = await deliver(order.id, '1', 1)
  t.equal(first.order.orderForm.capturedPaymentTotal, 150)
  t.same(await levels(order), ['9/3', '10/2'])
  t.match(first.order.orderForm.shipments, [{ status: null, completed: null }])
  t.match(
    ['CompleteShipment', 'SetCompletedDate'].map((step) => stepStatus(first, step)),
    ['Warning', 'Warning'],
  )
  const second = await deliver(order.id, '1', 2)
  t.equal(second.order.orderForm.capturedPaymentTotal, 250)
  t.same(await levels(order), ['8/2', '10/2'])
  t.equal((await deliver(order.id, '1', 4)).order.orderForm.capturedPaymentTotal, 450)
  const last = await deliver(order.id, '2', 2)
  t.match(last.order, { status: 'Completed', completed: String, orderForm: { capturedPaymentTotal: 550 } })
  t.match(last.order.orderForm.shipments, [{ status: 'Shipped', completed: String }])
  t.same(await levels(order), ['6/0', '8/0'])
})

t.test('given a delivery, when a part of it is reverted, then the units are in stock and reserved as before', async (t) => {
  const order = await ordered()
  await deliver(order.id, '1', 4)
  t.same(await levels(order), ['6/0', '10/2'])
  const less = await deliver(order.id, '1', 2)
  t.equal(stepStatus(less, 'ReduceInventoryAndReservedInventory'), 'Success')
  t.same(await levels(order), ['8/2', '10/2'])
  t.match(less.order.orderForm.lineItems[0], { deliveredQuantity: 2, reservedInventoryQuantity: 2 })
  t.equal(less.order.orderForm.capturedPaymentTotal, 450, 'money that was captured is given back by a return alone')
  t.equal(stepStatus(await deliver(order.id, '1', 2), 'ReduceInventoryAndReservedInventory'), 'Warning')
  await send(order.id, { status: 'Completed', lineItemUpdates: [{ lineItemId: '1', canceledQuantity: 2 }] })
  t.same(await levels(order), ['8/0', '10/2'])
})

t.test(
  'given named lines, when a cancelled status is sent, then they are cancelled, voided and released; open units stay reserved',
  async (t) => {
    const order = await ordered()
    const part = await send(order.id, { status: 'Cancelled', lineItemUpdates: [{ lineItemId: '2', canceledQuantity: 2 }] })
    t.match(part.order.orderForm.lineItems, [{ canceledQuantity: 0 }, { canceledQuantity: 2 }])
    t.same(voidAmounts(part.order), [100])
    t.match(part.order, { status: 'New', orderForm: { shipments: [{ orderStatus: 'New', status: null }] } })
    t.same(await levels(order), ['10/4', '10/0'])
    const { body } = await updateStatus(test, order.id, { body: { status: 'Completed' } })
    t.match(body.order, { status: 'Completed', orderForm: { capturedPaymentTotal: 450, shipments: [{ status: 'Shipped' }] } })
    t.same(await levels(order), ['6/0', '10/0'])
  },
)

t.test('given a partly cancelled order, when it is cancelled, then nothing is open, reserved or authorised', async (t) => {
  const order = await ordered()
  await send(order.id, { status: 'Cancelled', lineItemUpdates: [{ lineItemId: '2', canceledQuantity: 2 }] })
  const { body } = await updateStatus(test, order.id, { body: { status: 'Cancelled' } })
  t.match(body.order.orderForm, {
    authorizedPaymentTotal: 0,
    lineItems: [{ canceledQuantity: 4 }, { canceledQuantity: 2 }],
    shipments: [{ status: 'Cancelled' }],
  })
  t.same(await levels(order), ['10/0', '10/0'])
})

// The request continued with the status that it named, and an order without goods kept its
// authorisation.
t.test(
  'given lines cancelled one by one under another status, then the steps of the cancelled status run for the order',
  async (t) => {
    const order = await ordered()
    const cancel = (lineItemId: string, canceledQuantity: number) =>
      send(order.id, { status: 'InProgress', lineItemUpdates: [{ lineItemId, canceledQuantity }] })
    t.match((await cancel('1', 4)).order, { status: 'InProgress' })
    const last = await cancel('2', 2)
    t.match(last.order, { status: 'Cancelled', orderForm: { authorizedPaymentTotal: 0, shipments: [{ status: 'Cancelled' }] } })
    t.equal(stepStatus(last, 'CancelPayments'), 'Success')
    t.equal(stepStatus(last, 'SetCanceledDate'), 'Success')
    t.same(voidAmounts(last.order), [550])
    t.same(await levels(order), ['10/0', '10/0'])
  },
)

t.test(
  'given a shipment cancelled by its lines, when the last other one is cancelled, then the authorisation of both is voided',
  async (t) => {
    const half = (shipmentId: string, lineItemId: string, quantity: number) => ({
      shipmentId,
      lineItems: [{ lineItemId, quantity }],
    })
    const order = await ordered({ shipments: [half('a', '1', 4), half('b', '2', 2)], payments: [authorization({ amount: 500 })] })
    await test.send({ method: 'POST', url: `/api/Orders/${order.id}/OrderLines/1/Cancel` })
    const last = await send(order.id, {
      status: 'Cancelled',
      shipmentInfo: { shipmentId: 'b' },
      lineItemUpdates: [{ lineItemId: '2', canceledQuantity: 2 }],
    })
    t.match(last.order, { status: 'Cancelled', orderForm: { authorizedPaymentTotal: 0 } })
    t.same(await levels(order), ['10/0', '10/0'])
  },
)

function voidAmounts({ orderForm }: { orderForm: { payments: { transactionType: string; amount: number }[] } }) {
  return orderForm.payments.filter(({ transactionType }) => transactionType === 'Void').map(({ amount }) => amount)
}

t.test('given an order without shipments, when a step makes one, then it has the status of the order and a log', async (t) => {
  const order = await ordered({ shipments: [] })
  const { body } = await test.send({ url: `/api/Orders/${order.id}` })
  t.match(body.orderForm.shipments, [
    {
      shipmentId: '1',
      orderStatus: 'New',
      orderStatusLog: [{ status: 'New', timestamp: String, durationSincePreviousMs: null }],
    },
  ])
  const moved = (await updateStatus(test, order.id, { body: { status: 'InProgress' } })).body.order
  t.match(moved.orderForm.shipments, [
    { prevStatus: 'New', orderStatusLog: [{ status: 'New' }, { status: 'InProgress', durationSincePreviousMs: Number }] },
  ])
})

t.test(
  'given a click-and-collect order, when it is set to NotCollected, then payment and stock are released and it can still be picked up',
  async (t) => {
    const order = await ordered()
    const collect = await createdOrder(test, {
      orderType: 'ClickAndCollect',
      orderForm: orderFormBody({
        lineItems: [{ lineItemId: '1', code: order.skus[0], quantity: 2, placedPrice: 100, taxRate: 25 }],
        payments: [authorization({ amount: 200 })],
        shipments: [],
      }),
    })
    await test.background.idle()
    t.same((await levels(order))[0], '10/6')
    const { body } = await updateStatus(test, collect.id, { body: { status: 'NotCollected' } })
    t.equal(stepStatus(body, 'CancelPayments'), 'Success')
    t.same(voidAmounts(body.order), [200])
    t.match(body.order, { orderForm: { authorizedPaymentTotal: 0, lineItems: [{ canceledQuantity: 0 }] }, remainingPayment: 200 })
    t.same((await levels(order))[0], '10/4')
    const late = (await updateStatus(test, collect.id, { body: { status: 'PickedUp' } })).body
    t.match(late.order, { status: 'PickedUp', remainingPayment: 200, orderForm: { lineItems: [{ deliveredQuantity: 2 }] } })
    t.same((await levels(order))[0], '8/4')
  },
)

// The value of a shipment may be rounded the other way once the rest is split again, and a cent was
// captured by nobody.
t.test('given a line in three shipments, when they are delivered, then they capture together what it costs', async (t) => {
  const lineItems = [{ lineItemId: '1', code: 'ANY', quantity: 3, placedPrice: 33.3333, taxRate: 25 }]
  const { id } = await ordered({ lineItems, shipments: [{ shipmentId: '1' }] })
  const sent = async (shipmentId: string) =>
    (
      await send(id, {
        status: 'Completed',
        shipmentInfo: { shipmentId },
        lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 1 }],
      })
    ).order
  await sent('A')
  await sent('B')
  t.match(await sent('C'), {
    status: 'Completed',
    completed: String,
    remainingPayment: 0,
    orderForm: { capturedPaymentTotal: 100 },
  })
})

t.test('given a partly delivered order, when the rest is cancelled, then the order is completed and dated', async (t) => {
  const half = (shipmentId: string, lineItemId: string, quantity: number) => ({
    shipmentId,
    lineItems: [{ lineItemId, quantity }],
  })
  const byShipment = await ordered({ shipments: [half('a', '1', 4), half('b', '2', 2)] })
  await updateStatus(test, byShipment.id, { body: { status: 'Completed', shipmentInfo: { shipmentId: 'a' } } })
  const canceled = await updateStatus(test, byShipment.id, { body: { status: 'Cancelled', shipmentInfo: { shipmentId: 'b' } } })
  t.match(canceled.body.order, { status: 'Completed', completed: String })
  const byLine = await ordered()
  t.match((await deliver(byLine.id, '1', 4)).order, { status: 'PartiallyShipped', completed: null })
  const { body } = await test.send({ method: 'POST', url: `/api/Orders/${byLine.id}/OrderLines/2/Cancel` })
  t.match(body, { status: 'Completed', completed: String })
})
