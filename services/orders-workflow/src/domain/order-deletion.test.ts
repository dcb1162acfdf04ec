import type { OrderType } from '@oms/contracts/config/order-types'
import { DomainError } from '@oms/contracts/errors'
import t from 'tap'
import { sampleOrder } from '../testing/sample-order.ts'
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

t.test('an order is deleted by its status, and once', async (t) => {
  t.match(deleted, { status: 'Deleted', updateStatusDate: now })
  t.equal(deletedOrder(deleted, '2026-03-03T12:00:00.000Z'), deleted)
})

t.test('an order that is restored has the status that it had', async (t) => {
  t.match(restoredOrder(deleted, restoring), { status: 'InProgress', updateStatusDate: now })
  t.equal(restoredOrder(deleted, { ...restoring, types: [] }).status, 'InProgress')
})

t.test('one that was created as deleted begins with the first status of its type', async (t) => {
  t.equal(restoredOrder(deleted, { ...restoring, statusBefore: null }).status, 'New')
  const unknown = new DomainError('ValidationFailed', 'Order type "Online" is not configured.')
  t.throws(() => restoredOrder(deleted, { ...restoring, statusBefore: null, types: [] }), unknown)
})

t.test('an order that is not deleted is not restored', async (t) => {
  const notDeleted = new DomainError('OrderIsNotDeleted', 'Order "O-1" is not deleted.')
  t.throws(() => restoredOrder(sampleOrder({}, { isReadOnly: true }), restoring), notDeleted)
})

t.test('a read-only order is neither deleted nor restored', async (t) => {
  t.throws(() => deletedOrder(sampleOrder({}, { isReadOnly: true }), now), isReadOnly)
  const both = sampleOrder({}, { isReadOnly: true, status: 'Deleted' })
  t.throws(() => restoredOrder(both, restoring), isReadOnly)
  t.equal(deletedOrder(both, now), both)
})
