import t from 'tap'
import { simpleOrder } from '../../testing/orders/direct-writes.ts'
import { sampleTerms } from '../../testing/sample-order.ts'
import { buildOrderEvents, type OrderEvent, orderChangeKind, purgedEvent } from './order-events.ts'

const context = { operation: 'Test', changedFields: ['status'], totals: sampleTerms, allocations: [] }
const withStatus = (status: string) => simpleOrder('o', { status, versionId: 'v', total: 12.5 })

t.test('given a write of an order, when its event is made, then it names the kind of change and the status before', async (t) => {
  const eventType = (before: string | null, after: string) => {
    const stored = before === null ? null : withStatus(before)
    const event = buildOrderEvents(stored, withStatus(after), context)[0] as OrderEvent
    return [
      event.contract.type,
      orderChangeKind(stored, withStatus(after)),
      (event.data as { previousStatus: unknown }).previousStatus,
    ]
  }
  t.same(eventType(null, 'New'), ['orders.order.created.v1', 'created', null])
  t.same(eventType(null, 'Deleted'), ['orders.order.created.v1', 'created', null])
  t.same(eventType('New', 'New'), ['orders.order.updated.v1', 'updated', null])
  t.same(eventType('Deleted', 'Deleted'), ['orders.order.updated.v1', 'updated', null])
  t.same(eventType('New', 'InProgress'), ['orders.order.status-changed.v1', 'statusChanged', 'New'])
  t.same(eventType('InProgress', 'Deleted'), ['orders.order.deleted.v1', 'deleted', 'InProgress'])
  t.same(eventType('Deleted', 'InProgress'), ['orders.order.restored.v1', 'restored', 'Deleted'])
})

t.test('given a purged order, when its event is made, then it names the last version', async (t) => {
  t.match(purgedEvent(withStatus('Deleted'), { operation: 'PurgeOrder', totals: sampleTerms }), {
    contract: { type: 'orders.order.purged.v1' },
    data: {
      orderId: 'o',
      status: 'Deleted',
      previousStatus: null,
      versionId: 'v',
      operation: 'PurgeOrder',
      changedFields: { length: 0 },
      total: 12.5,
    },
  })
})

t.test('given removed payments, when events are made, then only a processed one is published, as failed', async (t) => {
  const payment = (id: string, status: 'Processed' | 'Failed') => ({
    id,
    status,
    transactionType: 'Capture' as const,
    amount: 100,
    paymentMethodName: 'Card',
    created: '2026-01-15T10:00:00.000Z',
  })
  const withPayments = (...payments: ReturnType<typeof payment>[]) => simpleOrder('o', { status: 'New' }, { payments })
  const before = withPayments(payment('kept', 'Processed'), payment('gone', 'Processed'), payment('failed', 'Failed'))
  const allocations = buildOrderEvents(before, withPayments(payment('kept', 'Processed')), context).filter(
    ({ contract }) => contract.type === 'orders.payment.recorded.v1',
  )
  t.match(allocations, [
    { data: { orderId: 'o', payment: { id: 'gone', status: 'Failed', amount: 100 }, breakdown: { length: 0 } } },
  ])
  t.equal(allocations.length, 1)
})
