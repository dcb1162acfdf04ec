import type { Order } from '@open-oms/contracts/orders/order'
import t from 'tap'
import { checkCase, type LineUpdateCase, oneShipment, twoShipments, updating } from '../../../testing/orders/line-updating.ts'

const { updated, stored } = await updating()

const cases: LineUpdateCase[] = [
  {
    name: 'given a delivered status, when one line is named, then no other is delivered',
    body: { status: 'Completed', lineItemUpdates: [{ lineItemId: '2', deliveredQuantity: 1 }] },
    goods: { 1: '1:5 0/0/0 2:1 1/0/0' },
    order: 'PartiallyShipped',
  },
  {
    name: 'given a cancelled status, when one line is named, then no other is cancelled and the status is not entered',
    body: { status: 'Cancelled', lineItemUpdates: [{ lineItemId: '2', canceledQuantity: 1 }] },
    goods: { 1: '1:5 0/0/0 2:1 0/1/0' },
    statuses: { 1: 'InProgress' },
    order: 'New',
  },
  {
    name: 'given a cancelled status, when all goods are cancelled, then it is entered',
    body: {
      status: 'Cancelled',
      lineItemUpdates: [
        { lineItemId: '1', canceledQuantity: 5 },
        { lineItemId: '2', canceledQuantity: 1 },
      ],
    },
    goods: { 1: '1:5 0/5/0 2:1 0/1/0' },
    statuses: { 1: 'Cancelled' },
    order: 'Cancelled',
  },
  {
    name: 'given a delivered shipment, when all lines of the other are cancelled, then the order is completed',
    form: {
      lineItems: [{ quantity: 2, deliveredQuantity: 2 }, { quantity: 1 }],
      shipments: [
        { shipmentId: 'A', orderStatus: 'Completed', lineItems: [{ lineItemId: '1', quantity: 2, deliveredQuantity: 2 }] },
        { shipmentId: 'B', lineItems: [{ lineItemId: '2', quantity: 1 }] },
      ],
    },
    body: { status: 'Cancelled', shipmentInfo: { shipmentId: 'B' }, lineItemUpdates: [{ lineItemId: '2', canceledQuantity: 1 }] },
    goods: { A: '1:2 2/0/0', B: '2:1 0/1/0' },
    statuses: { A: 'Completed', B: 'Cancelled' },
    order: 'Completed',
  },
  {
    name: 'given one shipment, when all lines are cancelled under another status, then the order is cancelled all the same',
    body: {
      status: 'PackedAndReady',
      lineItemUpdates: [
        { lineItemId: '1', canceledQuantity: 5 },
        { lineItemId: '2', canceledQuantity: 1 },
      ],
    },
    goods: { 1: '1:5 0/5/0 2:1 0/1/0' },
    statuses: { 1: 'PackedAndReady' },
    order: 'Cancelled',
  },
  {
    name: 'given one shipment, when all lines are cancelled under a delivered status, then nothing is completed',
    body: {
      status: 'Completed',
      lineItemUpdates: [
        { lineItemId: '1', canceledQuantity: 5 },
        { lineItemId: '2', canceledQuantity: 1 },
      ],
    },
    goods: { 1: '1:5 0/5/0 2:1 0/1/0' },
    order: 'Cancelled',
  },
  {
    name: 'given a cancelled shipment, when the lines of the last other one are cancelled, then the order takes the status of the request',
    form: {
      lineItems: [{ quantity: 2, canceledQuantity: 2 }, { quantity: 1 }],
      shipments: [
        { shipmentId: 'A', status: 'Cancelled', lineItems: [{ lineItemId: '1', quantity: 2, canceledQuantity: 2 }] },
        { shipmentId: 'B', lineItems: [{ lineItemId: '2', quantity: 1 }] },
      ],
    },
    body: {
      status: 'OrderCanceled',
      shipmentInfo: { shipmentId: 'B' },
      lineItemUpdates: [{ lineItemId: '2', canceledQuantity: 1 }],
    },
    goods: { A: '1:2 0/2/0', B: '2:1 0/1/0' },
    statuses: { A: null, B: 'OrderCanceled' },
    order: 'OrderCanceled',
  },
  {
    name: 'given an empty shipment that stays for its tracking, when all goods are cancelled, then the order is cancelled',
    form: {
      lineItems: [{ quantity: 1 }],
      shipments: [
        { shipmentId: 'A', orderStatus: 'InTransit', shipmentTrackingNumber: 'T', lineItems: [] },
        { shipmentId: 'B', lineItems: [{ lineItemId: '1', quantity: 1 }] },
      ],
    },
    body: { status: 'Cancelled', shipmentInfo: { shipmentId: 'B' }, lineItemUpdates: [{ lineItemId: '1', canceledQuantity: 1 }] },
    goods: { A: '', B: '1:1 0/1/0' },
    order: 'Cancelled',
  },
  {
    name: 'given open goods in a delivered shipment, when the other is cancelled, then the order is not completed',
    form: {
      lineItems: [{ quantity: 2, deliveredQuantity: 1 }, { quantity: 1 }],
      shipments: [
        { shipmentId: 'A', orderStatus: 'Completed', lineItems: [{ lineItemId: '1', quantity: 2, deliveredQuantity: 1 }] },
        { shipmentId: 'B', lineItems: [{ lineItemId: '2', quantity: 1 }] },
      ],
    },
    body: { status: 'Cancelled', shipmentInfo: { shipmentId: 'B' }, lineItemUpdates: [{ lineItemId: '2', canceledQuantity: 1 }] },
    goods: { A: '1:2 1/0/0', B: '2:1 0/1/0' },
    order: 'PartiallyShipped',
  },
  {
    name: 'given a shipment delivered under another status, when the last is delivered, then the order has the new status',
    form: {
      lineItems: [{ quantity: 2, deliveredQuantity: 2 }, { quantity: 1 }],
      shipments: [
        { shipmentId: 'A', orderStatus: 'InTransit', lineItems: [{ lineItemId: '1', quantity: 2, deliveredQuantity: 2 }] },
        { shipmentId: 'B', lineItems: [{ lineItemId: '2', quantity: 1 }] },
      ],
    },
    body: {
      status: 'Completed',
      shipmentInfo: { shipmentId: 'B' },
      lineItemUpdates: [{ lineItemId: '2', deliveredQuantity: 1 }],
    },
    goods: { A: '1:2 2/0/0', B: '2:1 1/0/0' },
    order: 'Completed',
  },
  {
    name: 'given a status of the shipment in the request, when a line is delivered, then the order takes the other status',
    form: twoShipments,
    body: {
      status: 'InProgress',
      shipmentInfo: { shipmentId: 'A', orderStatus: 'InTransit' },
      lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 1 }],
    },
    goods: { A: '1:2 1/0/0', B: '1:3 0/0/0 2:1 0/0/0' },
    statuses: { A: 'InTransit', B: null },
    order: 'InProgress',
  },
]

for (const one of cases) t.test(one.name, async (t) => checkCase(t, { stored, updated }, one))

t.test('given a targeted shipment, when it is delivered, then its steps run, and those of the order if it follows', async (t) => {
  const body = {
    status: 'Completed',
    shipmentInfo: { shipmentId: 'S2' },
    lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 2 }],
  }
  const first = updated(stored(oneShipment), body)
  t.match(first, { shipmentId: 'S2', entered: { name: 'Completed' }, orderEntered: { name: 'PartiallyShipped' } })
  t.match(updated(first.order, body), { shipmentId: 'S2', entered: { name: 'Completed' }, orderEntered: null })
})

t.test('given a shipment that is reallocated completely, when it is removed, then no step runs for it', async (t) => {
  const { entered } = updated(stored({ ...oneShipment, lineItems: [{ quantity: 1 }] }), {
    status: 'Completed',
    shipmentInfo: { warehouseCode: 'Central' },
    lineItemUpdates: [{ lineItemId: '1', reallocateQuantity: 1 }],
  })
  t.same(entered.workflowSteps, [])
})

t.test('given a policy of the status of the shipment, when lines are updated, then it decides on the transition', async (t) => {
  const strict = await updating((type) => ({
    ...type,
    orderStatuses: type.orderStatuses.map((status) =>
      status.name === 'InProgress' ? { ...status, enforceAvailableStepsPolicy: true, availableSteps: ['Shipped'] } : status,
    ),
  }))
  const send = (status: string) =>
    strict.updated(strict.stored(oneShipment), { status, lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 1 }] })
  t.throws(() => send('Completed'), { code: 'TransitionNotAllowed', message: /Shipped/ })
  t.equal(send('Shipped').order.orderForm.shipments[0]?.orderStatus, 'Shipped')
})

t.test(
  'given the configured meaning of a status, when a delivery enters it, then the shipment follows that meaning',
  async (t) => {
    const after = updated(stored(oneShipment), {
      status: 'Shipped',
      lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 1 }],
    }).order
    t.match(after.orderForm.shipments[0], {
      status: 'Released',
      prevStatus: 'InProgress',
      orderStatusLog: [{ status: 'Shipped', timestamp: String }],
    })
  },
)

t.test('given a cancelled shipment, when a cancellation is reduced, then the shipment is open again', async (t) => {
  const all = stored({ ...oneShipment, lineItems: [{ quantity: 2 }] })
  const cancel = (order: Order, canceledQuantity: number) =>
    updated(order, { status: 'InProgress', lineItemUpdates: [{ lineItemId: '1', canceledQuantity }] }).order
  const canceled = cancel(all, 2)
  t.equal(canceled.orderForm.shipments[0]?.status, 'Cancelled')
  t.equal(cancel(canceled, 1).orderForm.shipments[0]?.status, null)
})
