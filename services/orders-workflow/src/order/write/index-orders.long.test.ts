import type { Database } from '@open-oms/service-kit/database/database'
import t from 'tap'
import { purgeOrder } from '../../modules/orders/delete/purge-order.ts'
import { editDirectly, insertDirectly, simpleOrder, writer } from '../../testing/orders/direct-writes.ts'
import { searchTableFaults } from '../../testing/orders/search-tables.ts'
import { testOrders } from '../../testing/test-orders.ts'
import { foldEarlierOrders, indexEarlierOrders, stateEarlierReturns } from '../store/index-orders.ts'
import type { WriteDeps } from './write-context.ts'
import { writeOrders } from './write-orders.ts'

const ongoing = new AbortController().signal

/** Orders as written before the search tables existed. */
async function earlierOrders(deps: WriteDeps, { query }: Pick<Database, 'query'>, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `earlier-${index}`)
  const rows = ids.map((orderId) => ({
    orderId,
    kind: 'edit' as const,
    create: () => ({ order: simpleOrder(orderId, { tags: [orderId.slice(-1)] }) }),
  }))
  await writeOrders({ deps, write: writer }, rows)
  for (const table of ['order_term', 'order_search', 'order_count_delta']) await query({ text: `delete from ${table}` })
  return ids
}

t.test('given orders of an earlier version, when they are indexed twice, then they are counted once', async (t) => {
  const { deps, database } = await testOrders(t)
  await earlierOrders(deps, database, 230)
  t.not((await searchTableFaults(database)).length, 0)
  t.equal(await indexEarlierOrders(deps, ongoing), true)
  t.same(await searchTableFaults(database), [])
  t.equal(await indexEarlierOrders(deps, ongoing), true, 'again: there is nothing left to do')
  t.same(await searchTableFaults(database), [])
})

t.test('given indexing that was aborted, when it is called again, then it continues', async (t) => {
  const { deps, database } = await testOrders(t)
  await earlierOrders(deps, database, 230)
  const stopped = new AbortController()
  const inTransaction: WriteDeps['inTransaction'] = (work) => {
    stopped.abort()
    return deps.inTransaction(work)
  }
  t.equal(await indexEarlierOrders({ ...deps, inTransaction }, stopped.signal), false)
  t.match(await database.query({ text: 'select count(*) from order_search' }), [{ count: 100 }])
  t.equal(await indexEarlierOrders(deps, ongoing), true)
  t.same(await searchTableFaults(database), [])
})

t.test('given orders that change meanwhile, when earlier ones are indexed, then all are counted once', async (t) => {
  const { deps, database } = await testOrders(t)
  const ids = await earlierOrders(deps, database, 150)
  const moved = (id: string) => editDirectly(deps, id, (order) => ({ ...order, status: 'InProgress', tags: ['moved'] }))
  const batch = ids.slice(40, 80).map((orderId) => ({
    orderId,
    kind: 'edit' as const,
    change: (order: ReturnType<typeof simpleOrder>) => ({ order: { ...order, tags: ['batch'] } }),
  }))
  await Promise.all([
    indexEarlierOrders(deps, ongoing),
    ...ids.slice(0, 40).map(moved),
    writeOrders({ deps, write: writer }, batch),
    ...ids.slice(80, 100).map((orderId) => purgeOrder(deps, { orderId, write: writer })),
    ...ids.slice(20, 60).map(moved),
    ...ids.slice(130).map((id) => insertDirectly(deps, simpleOrder(`new-${id}`))),
  ])
  t.equal(await indexEarlierOrders(deps, ongoing), true)
  t.same(await searchTableFaults(database), [])
})

t.test('given a batch that is not committed yet, when other orders are written, then they do not wait for it', async (t) => {
  const { deps, database } = await testOrders(t)
  const ids = (await earlierOrders(deps, database, 130)).sort()
  const isWritten = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const inTransaction: WriteDeps['inTransaction'] = (work) =>
    deps.inTransaction(async (tx) => {
      const result = await work(tx)
      isWritten.resolve()
      await mayCommit.promise
      return result
    })
  const indexing = indexEarlierOrders({ ...deps, inTransaction }, ongoing)
  await isWritten.promise
  const others = ids.slice(100)
  for (const id of others) await editDirectly(deps, id, (order) => ({ ...order, tags: ['meanwhile'] }))
  await insertDirectly(deps, simpleOrder('new'))
  t.match(await database.query({ text: 'select count(*) from order_search' }), [{ count: 31 }], 'the batch is still open')
  mayCommit.resolve()
  t.equal(await indexing, true)
  t.same(await searchTableFaults(database), [])
})

t.test('given an order without search rows, when it is changed or purged, then its search rows are complete', async (t) => {
  const { deps, database } = await testOrders(t)
  const [first, second] = (await earlierOrders(deps, database, 2)) as [string, string]
  await editDirectly(deps, first, (order) => ({ ...order, status: 'Deleted' }))
  await purgeOrder(deps, { orderId: second, write: writer })
  t.same(await searchTableFaults(database), [])
  t.match(await database.query({ text: 'select order_id, status from order_search' }), [{ order_id: first, status: 'Deleted' }])
})

/** Makes search rows as the version before wrote them: in lower case. */
async function toEarlierForm({ query }: Pick<Database, 'query'>): Promise<void> {
  await query({ text: `update order_term set search_text = lower(substr(search_text, 2)), terms = '{}'` })
  await query({ text: `update order_return set search_text = lower(substr(search_text, 2))` })
  await query({ text: `update order_search set customer_name_key = lower(customer_name_key)` })
}

t.test(
  'given search rows of an earlier version, when they are folded again twice, then they are as a write makes them',
  async (t) => {
    const { deps, database } = await testOrders(t)
    const created = '2026-03-01T10:00:00.000Z'
    const returned = { returnId: 'R-1', returnComment: 'Fußmatte', created, modified: created }
    for (let index = 0; index < 130; index++)
      await insertDirectly(deps, simpleOrder(`o-${index}`, { customerName: 'Weiß', returnOrderForms: [returned] }))
    const returns = () => database.query({ text: 'select * from order_return order by order_id' })
    const written = await returns()
    await toEarlierForm(database)
    t.not((await searchTableFaults(database)).length, 0)
    t.equal(await foldEarlierOrders(deps, ongoing), true)
    t.same(await searchTableFaults(database), [])
    t.same(await returns(), written)
    const versions = () => database.query({ text: 'select order_id, xmin::text from order_term order by order_id' })
    const before = await versions()
    t.equal(await foldEarlierOrders(deps, ongoing), true, 'again: there is nothing left to do')
    t.same(await versions(), before)
  },
)

t.test(
  'given folding that was interrupted, when it is called again, then it continues, and writers do not wait for it',
  async (t) => {
    const { deps, database } = await testOrders(t)
    for (let index = 0; index < 130; index++) await insertDirectly(deps, simpleOrder(`o-${index}`, { customerName: 'Weiß' }))
    await toEarlierForm(database)
    const stopped = new AbortController()
    const inTransaction: WriteDeps['inTransaction'] = (work) => {
      stopped.abort()
      return deps.inTransaction(work)
    }
    t.equal(await foldEarlierOrders({ ...deps, inTransaction }, stopped.signal), false)
    const left = `select count(*) from order_term where left(search_text, 1) <> E'\\x02'`
    t.match(await database.query({ text: left }), [{ count: 30 }])
    const ids = Array.from({ length: 130 }, (_, index) => `o-${index}`)
    const changed = ids.map((id) => editDirectly(deps, id, (order) => ({ ...order, customerName: 'Groß' })))
    await Promise.all([foldEarlierOrders(deps, ongoing), ...changed])
    t.same(await searchTableFaults(database), [])
    t.match(await database.query({ text: left }), [{ count: 0 }])
  },
)

t.test(
  'given return forms that an earlier version wrote or changed, when they are stated, then their rows are as a write makes them',
  async (t) => {
    const { deps, database } = await testOrders(t)
    const created = '2026-03-01T10:00:00.000Z'
    const form = { status: 'InProgress', creditPayment: true, creditAmount: 50, created, modified: created }
    for (let index = 0; index < 60; index++) {
      const returnOrderForms = ['1', '2'].map((returnId) => ({ ...form, returnId }))
      await insertDirectly(deps, simpleOrder(`o-${index}`, { returnOrderForms }))
    }
    const returns = () => database.query({ text: 'select * from order_return order by order_id, place' })
    const written = await returns()
    t.match(written[0], { status: 'InProgress', is_refund_open: true })
    await database.query({
      text: `update order_return set status = 'New', stated_for = modified - interval '1 s' where order_id < 'o-3'`,
    })
    await database.query({
      text: `update order_return set status = null, is_refund_open = null, stated_for = null where order_id >= 'o-3'`,
    })
    t.equal(await stateEarlierReturns(deps, ongoing), true)
    t.same(await returns(), written)
  },
)

t.test('given a process that indexes orders, when another begins, then it does nothing', async (t) => {
  const { deps, database } = await testOrders(t)
  await earlierOrders(deps, database, 1)
  const isHeld = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const holder = database.inTransaction(async (tx) => {
    await tx.query({ text: 'select pg_advisory_xact_lock(6204, 3)' })
    isHeld.resolve()
    await mayEnd.promise
  })
  await isHeld.promise
  t.equal(await indexEarlierOrders(deps, ongoing), false)
  mayEnd.resolve()
  await holder
  t.equal(await indexEarlierOrders(deps, ongoing), true)
})
