import t from 'tap'
import {
  createdOrder,
  orderFormBody,
  outboxEnvelopes,
  paymentsByType,
  testOrders,
  updateStatus,
} from '../../testing/test-orders.ts'
import { configWithOnlySteps, moneyAndDates } from '../../testing/workflow/only-steps.ts'

const test = await testOrders(t, { config: await configWithOnlySteps(...moneyAndDates) })
const newOrder = (fields: Record<string, unknown> = {}) => createdOrder(test, fields)
const update = (id: string, body: unknown, options: { headers?: Record<string, string> } = {}) =>
  updateStatus(test, id, { body, ...options })

/** Two lines in a shipment each. */
const twoShipments = orderFormBody({
  shipments: [
    { shipmentId: 'A', shippingSubTotal: 49, lineItems: [{ lineItemId: '1', quantity: 2 }] },
    { shipmentId: 'B', shippingMethodName: 'Bring', lineItems: [{ lineItemId: '2', quantity: 1 }] },
  ],
})

t.test(
  'given two shipments, when one is completed, then its value is captured and the order is PartiallyShipped until the last',
  async (t) => {
    const { id } = await newOrder({ orderForm: twoShipments })
    const first = (
      await update(id, {
        status: 'Completed',
        shipmentInfo: { shipmentId: 'A', trackingNumber: 'TR1', trackingUrl: 'https://t.example/1' },
      })
    ).body.order
    t.equal(first.status, 'PartiallyShipped')
    t.equal(first.completed, null)
    t.match(first.orderForm.shipments, [
      {
        shipmentId: 'A',
        orderStatus: 'Completed',
        status: 'Shipped',
        shipmentTrackingNumber: 'TR1',
        shipmentTrackingLink: 'https://t.example/1',
      },
      { shipmentId: 'B', orderStatus: 'New', completed: null },
    ])
    t.match(paymentsByType(first, 'Capture'), [{ amount: 249, shipmentId: 'A' }])
    const last = (await update(id, { status: 'Completed', shipmentInfo: { shipmentId: 'B' } })).body.order
    t.match(last, { status: 'Completed', completed: String })
    t.match(paymentsByType(last, 'Capture'), [
      { amount: 249, shipmentId: 'A' },
      { amount: 249.9, shipmentId: 'B' },
    ])
  },
)

const byShipment = (order: { orderForm: { payments: { transactionType: string }[] } }) =>
  (paymentsByType(order, 'Capture') as unknown as { shipmentId: string; amount: number }[])
    .map(({ shipmentId, amount }) => [shipmentId, amount])
    .sort()

t.test('given concurrent completions of shipments, when some are sent twice, then each value is captured once', async (t) => {
  for (let round = 0; round < 4; round++) {
    const { id } = await newOrder({ orderForm: twoShipments })
    const complete = (shipmentId: string) => update(id, { status: 'Completed', shipmentInfo: { shipmentId } })
    await Promise.all(['A', 'A', 'B', 'B'].map(complete))
    const { body } = await test.send({ url: `/api/Orders/${id}` })
    t.same(byShipment(body), [
      ['A', 249],
      ['B', 249.9],
    ])
    t.equal(body.orderForm.capturedPaymentTotal, body.netTotal)
    const recorded = (await outboxEnvelopes(test, id)).filter((event) => event.data.payment?.transactionType === 'Capture')
    for (const { data } of recorded) {
      const [shipmentId] = byShipment(body).find(([, amount]) => amount === data.payment.amount) as [string]
      const covered = data.breakdown.map((entry: { shipmentId: string }) => entry.shipmentId)
      t.same(new Set(covered), new Set([shipmentId]))
    }
  }
})

t.test(
  'given two shipments, when each is shipped, then the first captures its value with shipping and the second the rest',
  async (t) => {
    const ship = (id: string, shipmentId?: string) =>
      update(id, { status: 'Shipped', ...(shipmentId === undefined ? {} : { shipmentInfo: { shipmentId } }) })
    const one = await newOrder({ orderForm: twoShipments })
    const first = (await ship(one.id, 'A')).body
    t.match(first.orderActionExecutionResults, [{ actionType: 'CapturePayments', actionStatus: 'Success' }, {}])
    t.same(byShipment(first.order), [['A', 249]])
    t.match(first.order.orderForm.shipments, [{ status: 'Released' }, { orderStatus: 'New' }])
    const second = (await ship(one.id, 'B')).body.order
    t.equal(second.status, 'Shipped')
    t.same(byShipment(second), [
      ['A', 249],
      ['B', 249.9],
    ])
    const completed = (await update(one.id, { status: 'Completed' })).body.order
    t.equal(paymentsByType(completed, 'Capture').length, 2)

    const whole = (await ship((await newOrder({ orderForm: twoShipments })).id)).body.order
    t.same(byShipment(whole), [[null, 498.9]])
    const both = await newOrder({ orderForm: twoShipments })
    await Promise.all([ship(both.id, 'A'), ship(both.id, 'B')])
    t.same(byShipment((await test.send({ url: `/api/Orders/${both.id}` })).body), byShipment(second))
  },
)

t.test('given a click-and-collect order, when one shipment is picked up, then its value is captured', async (t) => {
  const { id } = await newOrder({ orderForm: twoShipments, orderType: 'ClickAndCollect' })
  const { order } = (await update(id, { status: 'PickedUp', shipmentInfo: { shipmentId: 'B' } })).body
  t.same(byShipment(order), [['B', 249.9]])
})

t.test(
  'given shipments with the same status, when the last one enters it, then the order follows; the last cancelled one cancels it',
  async (t) => {
    const { id } = await newOrder({ orderForm: twoShipments })
    const half = (await update(id, { status: 'InTransit', shipmentInfo: { shipmentId: 'A' } })).body.order
    t.equal(half.status, 'New')
    const whole = (await update(id, { status: 'InTransit', shipmentInfo: { shipmentId: 'B' } })).body.order
    t.equal(whole.status, 'InTransit')
    await update(id, { status: 'Cancelled', shipmentInfo: { shipmentId: 'A' } })
    const canceled = (await update(id, { status: 'Cancelled', shipmentInfo: { shipmentId: 'B' } })).body.order
    t.equal(canceled.status, 'Cancelled')
    t.equal(paymentsByType(canceled, 'Void').length, 2)
  },
)

t.test('given an unknown shipment id, when a status is set for it, then there is a shipment without lines', async (t) => {
  const { id } = await newOrder()
  const { order } = (await update(id, { status: 'InProgress', shipmentInfo: { shipmentId: 'new', comment: 'hi' } })).body
  t.match(order.orderForm.shipments[1], {
    shipmentId: 'new',
    orderStatus: 'InProgress',
    comment: 'hi',
    shippingMethodName: 'Home delivery',
    lineItems: { length: 0 },
  })
})

t.test(
  'given shipment data without an id, when it is sent, then the first shipment takes it and null changes nothing',
  async (t) => {
    const { id } = await newOrder()
    const info = {
      shippingMethodName: 'Bring',
      comment: null,
      externalIds: [{ providerName: 'WMS', id: '1' }],
      properties: [{ key: 'k', value: '1' }],
    }
    await update(id, { status: 'InProgress', shipmentInfo: info })
    const again = {
      externalIds: [{ providerName: 'WMS', id: '2' }],
      packages: [{ id: 'P', weightInKg: 1.5, shipmentTracking: { trackingNumber: 'T' } }],
    }
    const { order } = (await update(id, { status: 'InProgress', shipmentInfo: again })).body
    t.match(order.orderForm.shipments[0], {
      shippingMethodName: 'Bring',
      externalIds: [{ providerName: 'WMS', id: '2' }],
      properties: [{ key: 'k', value: '1' }],
      packages: [{ id: 'P', weightInKg: 1.5, shipmentTracking: { shipmentTrackingNumber: 'T' } }],
    })
  },
)

t.test('given lists of 250 entries, when a status update would add to them, then it is refused', async (t) => {
  const { id } = await newOrder()
  const properties = (prefix: string) => Array.from({ length: 200 }, (_, index) => ({ key: `${prefix}${index}`, value: '1' }))
  const externalIds = (prefix: string) =>
    Array.from({ length: 200 }, (_, index) => ({ providerName: `${prefix}${index}`, id: '1' }))
  const send = (shipmentInfo: unknown) => update(id, { status: 'New', shipmentInfo })
  t.equal((await send({ properties: properties('a'), externalIds: externalIds('a') })).status, 200)
  t.match((await send({ properties: properties('b') })).body, {
    error: 'ValidationFailed',
    errors: { 'shipmentInfo.properties': [/250/] },
  })
  t.match((await send({ externalIds: externalIds('b') })).body.errors, { 'shipmentInfo.externalIds': [/250/] })
  const shipments = Array.from({ length: 250 }, (_, index) => ({
    shipmentId: `S${index}`,
    lineItems: [{ lineItemId: '1', quantity: 1 }],
  }))
  const many = await newOrder({ orderForm: { lineItems: [{ lineItemId: '1', quantity: 250, placedPrice: 1 }], shipments } })
  const response = await update(many.id, { status: 'New', shipmentInfo: { shipmentId: 'one more' } })
  t.equal(response.status, 400)
  t.match(response.body.errors, { 'shipmentInfo.shipmentId': [/250/] })
})
