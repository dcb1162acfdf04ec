import type { OrderType } from '@open-oms/contracts/config/order-types'
import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import t from 'tap'
import { enterStatus } from '../../../order/rules/status/enter-status.ts'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { deletedOrder, restoredOrder } from './order-deletion.ts'

const now = '2026-03-02T12:00:00.000Z'
const statuses = [
  { name: 'Deleted', order: 1 },
  { name: 'InProgress', order: 30 },
  { name: 'New', order: 10 },
]
const types = [{ name: 'Online', orderStatuses: statuses }] as unknown as OrderType[]
const restoring = { statusBefore: 'InProgress', types, now }
const deleted = deletedOrder(sampleOrder({}, { status: 'InProgress' }), now)
const isReadOnly = new DomainError('OrderIsReadOnly', 'Order "O-1" is read-only.')

t.test('given an order, when it is deleted twice, then it has the status Deleted and changes once', async (t) => {
  t.match(deleted, { status: 'Deleted', updateStatusDate: now })
  t.equal(deletedOrder(deleted, '2026-03-03T12:00:00.000Z'), deleted)
})

t.test('given a deleted order, when it is restored, then it has its status before, also without its type', async (t) => {
  t.match(restoredOrder(deleted, restoring), { status: 'InProgress', updateStatusDate: now })
  t.equal(restoredOrder(deleted, { ...restoring, types: [] }).status, 'InProgress')
})

t.test('given an order created as deleted, when it is restored, then it needs the first status of its type', async (t) => {
  t.equal(restoredOrder(deleted, { ...restoring, statusBefore: null }).status, 'New')
  const unknown = new DomainError('ValidationFailed', 'Order type "Online" is not configured.')
  t.throws(() => restoredOrder(deleted, { ...restoring, statusBefore: null, types: [] }), unknown)
})

t.test('given shipments deleted with the order, when it is restored, then they have their status, others stay', async (t) => {
  const entry = (status: string, timestamp: string) => ({ status, timestamp, durationSincePreviousMs: 10 })
  const alone = [entry('Deleted', '2026-03-01T12:00:00.000Z')]
  const shipments = [
    { orderStatus: 'Deleted', prevStatus: 'InTransit', orderStatusLog: [entry('Deleted', now)] },
    { orderStatus: 'Deleted', orderStatusLog: [entry('Deleted', now)] },
    { orderStatus: 'Deleted', prevStatus: 'InTransit', orderStatusLog: alone },
    { orderStatus: 'Cancelled' },
  ]
  const order = sampleOrder({ lineItems: [{}], shipments }, { status: 'Deleted', updateStatusDate: now })
  const allStatuses = (restored: Order) => restored.orderForm.shipments.map(({ orderStatus }) => orderStatus)
  const later = '2026-03-02T12:00:01.000Z'
  const restored = restoredOrder(order, { ...restoring, now: later })
  t.strictSame(allStatuses(restored), ['InTransit', 'InProgress', 'Deleted', 'Cancelled'])
  t.strictSame(restored.orderForm.shipments[0]?.orderStatusLog, [
    entry('Deleted', now),
    { status: 'InTransit', timestamp: later, durationSincePreviousMs: 1000 },
  ])
  const again = restoredOrder(order, { ...restoring, statusBefore: null })
  t.strictSame(allStatuses(again), ['InTransit', 'New', 'InTransit', 'Cancelled'])
})

t.test('given an order deleted by its last shipment, when it is restored, then it is as before that one', async (t) => {
  const type = (await sampleConfig()).orderTypes.find(({ name }) => name === 'Online') as OrderType
  const remove = (order: Order, shipmentId: string, time: string) =>
    enterStatus(order, { status: 'Deleted', type, shipmentInfo: { shipmentId }, isStatusOnly: false, now: time }).order
  const allStatuses = ({ status, orderForm }: Order) => [status, ...orderForm.shipments.map(({ orderStatus }) => orderStatus)]
  const order = sampleOrder({
    lineItems: [{}, {}],
    shipments: ['1', '2'].map((lineItemId) => ({ orderStatus: 'Pending', lineItems: [{ lineItemId, quantity: 1 }] })),
  })
  const first = remove(order, '1', '2026-03-01T12:00:00.000Z')
  t.strictSame(allStatuses(first), ['New', 'Deleted', 'Pending'])
  const second = remove(first, '2', now)
  t.strictSame(allStatuses(second), ['Deleted', 'Deleted', 'Deleted'])
  t.strictSame(allStatuses(restoredOrder(second, { ...restoring, statusBefore: first.status })), allStatuses(first))
})

t.test('given an order that is not deleted, when it is restored, then it is refused', async (t) => {
  const notDeleted = new DomainError('OrderIsNotDeleted', 'Order "O-1" is not deleted.')
  t.throws(() => restoredOrder(sampleOrder({}, { isReadOnly: true }), restoring), notDeleted)
})

t.test('given a read-only order, when it is deleted or restored, then it is refused', async (t) => {
  t.throws(() => deletedOrder(sampleOrder({}, { isReadOnly: true }), now), isReadOnly)
  const both = sampleOrder({}, { isReadOnly: true, status: 'Deleted' })
  t.throws(() => restoredOrder(both, restoring), isReadOnly)
  t.equal(deletedOrder(both, now), both)
})
