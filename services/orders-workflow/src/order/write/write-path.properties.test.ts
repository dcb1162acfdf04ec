import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { purgeOrder } from '../../modules/orders/delete/purge-order.ts'
import { assignPositions, readOrderChanges } from '../../modules/search/changes/order-changes.ts'
import { foldCounts } from '../../modules/search/order-counts.ts'
import { editDirectly, insertDirectly, simpleOrder, writer } from '../../testing/orders/direct-writes.ts'
import { searchTableFaults } from '../../testing/orders/search-tables.ts'
import { type OrdersTest, testOrders } from '../../testing/test-orders.ts'
import type { Intent } from './intent.ts'
import { writeOrders } from './write-orders.ts'

const ids = ['a', 'b', 'c', 'd']
const payment = { transactionType: 'Sale', status: 'Processed', paymentMethodName: 'Card', transactionId: 't', id: 'p' } as const

/** The changes that a write may make to an order. */
const fields = fc.record(
  {
    status: fc.constantFrom('New', 'InProgress', 'Completed', 'Deleted'),
    storeId: fc.constantFrom('Oslo-01', 'Bergen-01'),
    tags: fc.subarray(['x', 'y', 'z']),
    salesChannel: fc.constantFrom('web', '', null as never),
    customerName: fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => text.replaceAll('\0', '').toWellFormed()),
    secretKey: fc.constantFrom('one', 'two'),
  },
  { requiredKeys: [] },
)
const paid = fc.constantFrom(0, 50, 200, 300)
const id = fc.constantFrom(...ids)

const operation = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), id, fields, paid }),
  fc.record({ kind: fc.constant('change' as const), id, fields, paid }),
  fc.record({ kind: fc.constant('purge' as const), id }),
  fc.record({ kind: fc.constant('batch' as const), ids: fc.subarray(ids, { minLength: 1 }), fields, paid }),
  fc.record({ kind: fc.constant('fold' as const) }),
  fc.record({ kind: fc.constant('place' as const) }),
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

function withContent(order: Order, { fields, paid }: { fields: Partial<Order>; paid: number }): Order {
  const payments = paid === 0 ? [] : simpleOrder('x', {}, { payments: [{ ...payment, amount: paid }] }).orderForm.payments
  return { ...order, ...fields, orderForm: { ...order.orderForm, payments } }
}

function carryOut({ deps }: OrdersTest, step: Operation): Promise<unknown> {
  switch (step.kind) {
    case 'create':
      return insertDirectly(deps, withContent(simpleOrder(step.id), step))
    case 'change':
      return editDirectly(deps, step.id, (order) => withContent(order, step))
    case 'purge':
      return purgeOrder(deps, { orderId: step.id, write: writer })
    case 'batch': {
      const rows = step.ids.map(
        (orderId): Intent => ({
          orderId,
          kind: 'edit' as const,
          create: () => ({ order: withContent(simpleOrder(orderId), step) }),
          change: (order) => ({ order: withContent(order, step) }),
        }),
      )
      return writeOrders({ deps, write: writer }, rows)
    }
    case 'fold':
      return foldCounts(deps)
    case 'place':
      return assignPositions(deps)
  }
}

const expected = new Set(['OrderIdExists', 'NotFound', 'ResourceLocked'])

async function work(test: OrdersTest, steps: readonly Operation[]): Promise<void> {
  for (const step of steps) {
    await carryOut(test, step).catch((error) => {
      if (!(error instanceof DomainError) || !expected.has(error.code)) throw error
    })
  }
}

/** Everything that is published, read once for all orders: it grows with every run. */
async function envelopes({ database, background }: OrdersTest) {
  await background.idle()
  const rows = await database.query<{ envelope: string }>({ text: 'select envelope from kit.outbox order by id' })
  return rows.map(({ envelope }) => JSON.parse(envelope))
}

async function orderFaults(test: OrdersTest): Promise<string[]> {
  const { result } = await readOrderChanges(test.deps, { take: 1_000_000, storeIds: null, orderTypes: null })
  const faults: string[] = []
  const published = await envelopes(test)
  for (const orderId of ids) {
    const events = published.filter(({ subject }) => subject === orderId)
    const gap = events.findIndex(({ sequence }, index) => sequence !== index + 1)
    if (gap >= 0) faults.push(`${orderId}: event ${gap + 1} is missing`)
    const announced = events.filter(({ type }) => type.startsWith('orders.order.')).map(({ data }) => data.versionId)
    const changed = result.filter((change) => change.orderId === orderId).map(({ versionId }) => versionId)
    if (JSON.stringify(announced) !== JSON.stringify(changed)) faults.push(`${orderId}: the feed and the events differ`)
    if ((await storedAllocations(test, orderId)) !== announcedPayments(events))
      faults.push(`${orderId}: the stored and the published allocations differ`)
  }
  const wrong = await test.database.query({
    text: `select o.id from "order" o left join order_version v on v.order_id = o.id group by o.id
      having count(*) <> o.version_number or max(v.version_number) <> o.version_number
        or bool_or((v.document is null) <> (v.version_number = o.version_number))
        or o.is_deleted <> (o.document ->> 'status' = 'Deleted') or (o.status_before_deletion is not null and not o.is_deleted)`,
  })
  return [...faults, ...wrong.map((row) => `${row.id}: the versions do not end with the order`)]
}

async function storedAllocations({ database }: OrdersTest, id: string): Promise<string> {
  const [row] = await database.query<{ allocations: string | null }>({
    text: 'select published_allocations as allocations from "order" where id = $1',
    values: [id],
  })
  return row?.allocations ?? '[]'
}

/** The last published allocation of the one payment of an order. */
function announcedPayments(events: Awaited<ReturnType<typeof envelopes>>): string {
  const last = events.findLast(({ type }) => type === 'orders.payment.recorded.v1' || type === 'orders.order.purged.v1')?.data
  if (!last?.breakdown?.length) return '[]'
  const { payment: ofEvent, breakdown, transfers } = last
  return JSON.stringify([{ paymentId: ofEvent.id, breakdown, transfers }])
}

t.test('given any concurrent writes, when they have ended, then rows, terms, counts, versions and events agree', async (t) => {
  const test = await testOrders(t)
  const writers = fc.array(fc.array(operation, { minLength: 1, maxLength: 12 }), { minLength: 2, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(writers, async (all) => {
      await Promise.all(all.map((steps) => work(test, steps)))
      const faults = [...(await searchTableFaults(test.database)), ...(await orderFaults(test))]
      if (faults.length > 0) throw new Error(faults.join('\n'))
    }),
    { numRuns: propertyRuns(10), endOnFailure: true },
  )
  t.pass('it held')
})

t.test('given a deleted order, when it changes, then the status before its deletion is kept until it is restored', async (t) => {
  const test = await testOrders(t)
  const { deps } = test
  const become = (change: Partial<Order>) => editDirectly(deps, 'd', (order) => ({ ...order, ...change }))
  const before = async () =>
    (await test.database.query<{ status: string | null }>({ text: `select status_before_deletion as status from "order"` }))[0]
      ?.status
  await insertDirectly(deps, simpleOrder('d', { status: 'InProgress' }))
  t.equal(await before(), null)
  await become({ status: 'Deleted' })
  t.equal(await before(), 'InProgress')
  await become({ tags: ['changed while deleted'] })
  t.equal(await before(), 'InProgress')
  await become({ status: 'Completed' })
  t.equal(await before(), null)
})

t.test('given an order, when a change leaves its terms equal, then they are not written', async (t) => {
  const test = await testOrders(t)
  const { deps } = test
  const row = async () =>
    (await test.database.query<{ place: string }>({ text: 'select ctid::text as place from order_term' }))[0]?.place
  const become = (change: Partial<Order>) => editDirectly(deps, 'w', (order) => ({ ...order, ...change }))
  await insertDirectly(deps, simpleOrder('w'))
  const written = await row()
  await become({ status: 'InProgress' })
  t.equal(await row(), written)
  await become({ customerName: 'Kari' })
  t.not(await row(), written)
  t.same(await searchTableFaults(test.database), [])
})
