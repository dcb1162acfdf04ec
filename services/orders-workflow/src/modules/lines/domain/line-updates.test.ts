import t from 'tap'
import { checkCase, type LineUpdateCase, oneShipment, twoShipments, updating } from '../../../testing/orders/line-updating.ts'

const { updated, stored } = await updating()

const cases: LineUpdateCase[] = [
  {
    name: 'given no shipment id, when a line is delivered, then the first shipment has the delivery',
    body: { status: 'Completed', lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 2 }] },
    goods: { 1: '1:5 2/0/0 2:1 0/0/0' },
    statuses: { 1: 'Completed' },
    order: 'PartiallyShipped',
    costs: { 1: 49 },
  },
  {
    name: 'given an empty shipment id, when a line is delivered, then the first shipment has the delivery',
    body: { status: 'InTransit', shipmentInfo: { shipmentId: '' }, lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 2 }] },
    goods: { 1: '1:5 2/0/0 2:1 0/0/0' },
    statuses: { 1: 'InTransit' },
    order: 'InTransit',
  },
  {
    name: 'given a delivery and a cancellation, when nothing is open after them, then the order takes the status',
    body: {
      status: 'Completed',
      lineItemUpdates: [
        { lineItemId: '1', deliveredQuantity: 3, canceledQuantity: 2 },
        { lineItemId: '2', deliveredQuantity: 1 },
      ],
    },
    goods: { 1: '1:5 3/2/0 2:1 1/0/0' },
    order: 'Completed',
  },
  {
    name: 'given a line, when units are ready for pick-up, then they are marked',
    body: { status: 'InProgress', lineItemUpdates: [{ lineItemId: '1', readyForPickupQuantity: 2 }] },
    goods: { 1: '1:5 0/0/2 2:1 0/0/0' },
  },
  {
    name: 'given marked quantities, when the request has zero, then they are unchanged',
    form: { ...oneShipment, lineItems: [{ quantity: 5, deliveredQuantity: 1, canceledQuantity: 1, readyForPickupQuantity: 2 }] },
    body: {
      status: 'InProgress',
      lineItemUpdates: [
        { lineItemId: '1', deliveredQuantity: 0, canceledQuantity: 0, readyForPickupQuantity: 0, splitQuantity: 0 },
      ],
    },
    goods: { 1: '1:5 1/1/2' },
  },
  {
    name: 'given an order without shipments, when a line is delivered, then shipment "1" has all its goods',
    form: { lineItems: [{ quantity: 2 }] },
    body: { status: 'Completed', lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 2 }] },
    goods: { 1: '1:2 2/0/0' },
    order: 'Completed',
  },
]

for (const one of cases) t.test(one.name, async (t) => checkCase(t, { stored, updated }, one))

t.test('given a line in two shipments, when its cost is updated, then it changes on the line and all its copies', async (t) => {
  const after = updated(stored(twoShipments), {
    status: 'InProgress',
    lineItemUpdates: [{ lineItemId: '1', cost: 12.5, deliveredQuantity: 1 }],
  }).order
  t.match(after.orderForm.lineItems[0], { cost: 12.5, costTotal: 62.5 })
  t.same(
    after.orderForm.shipments.map((shipment) => shipment.lineItems[0]?.costTotal),
    [25, 37.5],
  )
})

t.test('given a delivery and cancellation, when they are applied twice, then they are dated once', async (t) => {
  const body = { status: 'InProgress', lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 2, canceledQuantity: 1 }] }
  const first = updated(stored(oneShipment), body).order
  t.match(first.orderForm.lineItems[0], {
    deliveredDate: String,
    canceledDate: String,
    deliveredQuantity: 2,
    canceledQuantity: 1,
  })
  t.match(first.orderForm.shipments[0]?.lineItems[0], { deliveredDate: String, canceledDate: String })
  t.equal(updated(first, body).order, first)
})
