import type { OrderStatus, OrderType } from '@open-oms/contracts/config/order-types'
import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import t from 'tap'
import { type SampleForm, sampleOrder } from '../../../testing/sample-order.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { enterStatus } from './enter-status.ts'

const config = await sampleConfig()
const online = config.orderTypes.find((type) => type.name === 'Online') as OrderType
const now = '2026-03-02T10:00:00.000Z'

/** Two lines, 2 and 1 units, in a shipment each. */
const split: SampleForm = {
  lineItems: [{ quantity: 2 }, { quantity: 1 }],
  shipments: [{ lineItems: [{ lineItemId: '1', quantity: 2 }] }, { lineItems: [{ lineItemId: '2', quantity: 1 }] }],
}
type Move = { status: string; shipmentId?: string; orderStatus?: string; isStatusOnly?: boolean; type?: OrderType }

function enter(order: Order, { status, shipmentId, orderStatus, isStatusOnly = false, type = online }: Move) {
  const shipmentInfo =
    shipmentId === undefined ? undefined : { shipmentId, ...(orderStatus === undefined ? {} : { orderStatus }) }
  return enterStatus(order, { status, type, shipmentInfo, isStatusOnly, now }).order
}
const statuses = (order: Order) => [order.status, ...order.orderForm.shipments.map((shipment) => shipment.orderStatus)]

t.test('given no shipment id, when a status is entered, then the order and its uncancelled shipments have it', async (t) => {
  const order = sampleOrder({
    ...split,
    shipments: [{ ...split.shipments?.[0], status: 'Cancelled' }, { ...split.shipments?.[1] }],
  })
  t.same(statuses(enter(order, { status: 'InProgress' })), ['InProgress', null, 'InProgress'])
})

t.test('given a shipment id, when a status is entered, then that shipment has it, and the order once all agree', async (t) => {
  const first = enter(sampleOrder(split), { status: 'InTransit', shipmentId: '1' })
  t.same(statuses(first), ['New', 'InTransit', null])
  t.same(statuses(enter(first, { status: 'InTransit', shipmentId: '2' })), ['InTransit', 'InTransit', 'InTransit'])
})

t.test('given a type that derives no status from shipments, when all agree, then the order keeps its own', async (t) => {
  const type = { ...online, deriveOrderStatusFromShipments: false }
  const first = enter(sampleOrder(split), { status: 'InTransit', shipmentId: '1', type })
  t.same(statuses(enter(first, { status: 'InTransit', shipmentId: '2', type })), ['New', 'InTransit', 'InTransit'])
})

t.test(
  'given two shipments, when one is delivered, then the order is PartiallyShipped, and Completed with the last',
  async (t) => {
    const first = enter(sampleOrder(split), { status: 'Completed', shipmentId: '2' })
    t.same(statuses(first), ['PartiallyShipped', null, 'Completed'])
    t.same(
      first.orderForm.lineItems.map((line) => line.deliveredQuantity),
      [0, 1],
    )
    const last = enter(first, { status: 'Completed', shipmentId: '1' })
    t.same(statuses(last), ['Completed', 'Completed', 'Completed'])
    t.same(
      last.orderForm.lineItems.map((line) => line.deliveredDate),
      [now, now],
    )
  },
)

t.test('given a type without PartiallyShipped, when one of two shipments is completed, then the order stays as is', async (t) => {
  const type = { ...online, orderStatuses: online.orderStatuses.filter((status) => status.name !== 'PartiallyShipped') }
  t.same(statuses(enter(sampleOrder(split), { status: 'Completed', shipmentId: '1', type })), ['New', 'Completed', null])
})

t.test(
  'given two shipments, when one is cancelled, then it does not block the order, and the last one cancels it too',
  async (t) => {
    const first = enter(sampleOrder(split), { status: 'Cancelled', shipmentId: '1' })
    t.equal(first.status, 'New')
    t.equal(first.orderForm.shipments[0]?.status, 'Cancelled')
    t.equal(enter(first, { status: 'Completed', shipmentId: '2' }).status, 'Completed')
    t.equal(enter(first, { status: 'Cancelled', shipmentId: '2' }).status, 'Cancelled')
  },
)

t.test('given a status that sets a shipment status, when it is entered, then cancelled shipments are left out', async (t) => {
  const goods = (order: Order) => order.orderForm.shipments.map((shipment) => shipment.status)
  const first = enter(sampleOrder(split), { status: 'Cancelled', shipmentId: '1' })
  t.same(goods(enter(first, { status: 'Shipped', shipmentId: '1' })), ['Cancelled', null])
  t.same(goods(enter(first, { status: 'Shipped', shipmentId: '2' })), ['Cancelled', 'Released'])
  t.same(goods(enter(first, { status: 'Shipped', shipmentId: '2', isStatusOnly: true })), ['Cancelled', null])
})

t.test('given delivered units, when the order is cancelled, then they stay delivered', async (t) => {
  const first = enter(sampleOrder(split), { status: 'Completed', shipmentId: '1' })
  const { orderForm } = enter(first, { status: 'Cancelled' })
  t.match(orderForm.lineItems, [
    { deliveredQuantity: 2, canceledQuantity: 0 },
    { deliveredQuantity: 0, canceledQuantity: 1 },
  ])
})

t.test('given a status of its own for the shipment, when a status is entered, then the other is that of the order', async (t) => {
  t.same(statuses(enter(sampleOrder(split), { status: 'InProgress', shipmentId: '1', orderStatus: 'Shipped' })), [
    'InProgress',
    'Shipped',
    null,
  ])
})

t.test('given a status-only update, when it is entered, then no quantity and no shipment status changes', async (t) => {
  const { orderForm } = enter(sampleOrder(split), { status: 'Completed', isStatusOnly: true })
  t.same(
    orderForm.lineItems.map((line) => line.deliveredQuantity),
    [0, 0],
  )
})

t.test('given a log of statuses, when a shipment changes, then the entry has the time since the previous one', async (t) => {
  const order = sampleOrder({
    ...split,
    shipments: [{ orderStatusLog: [{ status: 'New', timestamp: '2026-03-02T09:59:58.500Z' }] }],
  })
  const { orderForm } = enter(enter(order, { status: 'InProgress' }), { status: 'InProgress' })
  t.match(orderForm.shipments[0]?.orderStatusLog, [
    { status: 'New' },
    { status: 'InProgress', timestamp: now, durationSincePreviousMs: 1500 },
  ])
  t.equal(orderForm.shipments[0]?.orderStatusLog.length, 2)
})

t.test('given an order without shipments, when it is delivered, then it gets shipment 1', async (t) => {
  const { orderForm } = enter(sampleOrder({ lineItems: [{ quantity: 3 }] }), { status: 'Completed' })
  t.match(orderForm, {
    lineItems: [{ deliveredQuantity: 3 }],
    shipments: [{ shipmentId: '1', lineItems: [{ quantity: 3, deliveredQuantity: 3 }] }],
  })
})

t.test('given a policy of statuses, when one is entered, then that of the order or of the shipment decides', async (t) => {
  const strict = (status: OrderStatus) =>
    status.name === 'New' ? { ...status, enforceAvailableStepsPolicy: true, availableSteps: ['InProgress'] } : status
  const type = { ...online, orderStatuses: online.orderStatuses.map(strict) }
  t.throws(() => enter(sampleOrder(split), { status: 'Completed', type }), {
    code: 'TransitionNotAllowed',
    message: /Allowed: InProgress/,
  })
  t.equal(enter(sampleOrder(split), { status: 'New', type }).status, 'New')
  const moved = enter(sampleOrder(split), { status: 'InProgress', shipmentId: '1', type })
  t.doesNotThrow(() => enter(moved, { status: 'Completed', shipmentId: '1', type }))
  t.throws(() => enter(moved, { status: 'Completed', shipmentId: '2', type }), DomainError)
})

t.test('given a status that the type does not have, when it is entered, then it is refused', async (t) => {
  t.throws(() => enter(sampleOrder(split), { status: 'PickedUp' }), { code: 'ValidationFailed' })
})

t.test('given shipments, when the last one agrees, then the result names the status that the order enters', async (t) => {
  const enteredBy = (order: Order, [shipmentId, status]: [string, string], more: Partial<Move> = {}) => {
    const { entered, orderEntered } = enterStatus(order, {
      status,
      type: more.type ?? online,
      shipmentInfo: { shipmentId },
      isStatusOnly: more.isStatusOnly ?? false,
      now,
    })
    return [entered.name, orderEntered?.name ?? null]
  }
  const first = enter(sampleOrder(split), { status: 'InTransit', shipmentId: '1' })
  t.same(enteredBy(sampleOrder(split), ['1', 'InTransit']), ['InTransit', null], 'the other one is elsewhere')
  t.same(enteredBy(first, ['2', 'InTransit']), ['InTransit', 'InTransit'])
  t.same(enteredBy(first, ['2', 'InTransit'], { isStatusOnly: true }), ['InTransit', null], 'no step runs at all')
  t.same(enteredBy(sampleOrder(split), ['1', 'Completed']), ['Completed', 'PartiallyShipped'])
  t.same(enteredBy(first, ['2', 'Cancelled']), ['Cancelled', 'InTransit'], 'what is left agrees')
})

t.test('given a status for an unnamed shipment, when it is entered, then the first has it and the others do not', async (t) => {
  const shipmentInfo = { orderStatus: 'InTransit', trackingNumber: 'T' }
  const entered = enterStatus(sampleOrder(split), { status: 'InProgress', type: online, shipmentInfo, isStatusOnly: false, now })
  t.same(statuses(entered.order), ['InProgress', 'InTransit', 'InProgress'])
  t.match(entered, { entered: { name: 'InTransit' }, shipmentId: '1', orderEntered: { name: 'InProgress' } })
  t.match(entered.order.orderForm.shipments, [{ shipmentTrackingNumber: 'T' }, { shipmentTrackingNumber: null }])
  const unknown = { status: 'InProgress', type: online, shipmentInfo: { orderStatus: 'PickedUp' }, isStatusOnly: false, now }
  t.throws(() => enterStatus(sampleOrder(split), unknown), { code: 'ValidationFailed', message: /shipmentInfo.orderStatus/ })
})

t.test(
  'given a cancelled shipment with open goods, when the whole order is delivered, then it is PartiallyShipped',
  async (t) => {
    const canceled = enter(sampleOrder(split), { status: 'Cancelled', shipmentId: '1', isStatusOnly: true })
    t.equal(enter(canceled, { status: 'Completed' }).status, 'PartiallyShipped')
    t.equal(
      enter(enter(sampleOrder(split), { status: 'Cancelled', shipmentId: '1' }), { status: 'Completed' }).status,
      'Completed',
    )
  },
)
