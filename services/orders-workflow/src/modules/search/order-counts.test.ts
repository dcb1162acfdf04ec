import t from 'tap'
import { editDirectly, insertDirectly, simpleOrder, writer } from '../../testing/orders/direct-writes.ts'
import { searchTableFaults } from '../../testing/orders/search-tables.ts'
import { testOrders } from '../../testing/test-orders.ts'
import { purgeOrder } from '../orders/delete/purge-order.ts'
import { countSource, foldCounts } from './order-counts.ts'

const { deps, database } = await testOrders(t)

const create = (id: string, fields = {}) => insertDirectly(deps, simpleOrder(id, fields))
const change = (orderId: string, fields: object) => editDirectly(deps, orderId, (order) => ({ ...order, ...fields }))
const rows = async (table: string) =>
  (await database.query<{ count: number }>({ text: `select count(*) from ${table}` }))[0]?.count ?? Number.NaN
const sum = async (condition = 'true') => {
  const text = `select coalesce(sum(count), 0)::bigint as sum from ${countSource} as c where ${condition}`
  return (await database.query<{ sum: number }>({ text }))[0]?.sum
}

t.test('when an order changes, then counts change only with its combination, and folding changes none', async (t) => {
  await create('c-1', { tags: ['b', 'a'], salesChannel: 'web' })
  t.equal(await rows('order_count_delta'), 1)
  await change('c-1', { customerName: 'Kari' })
  t.equal(await rows('order_count_delta'), 1, 'nothing that is counted has changed')
  await change('c-1', { status: 'InProgress' })
  t.equal(await rows('order_count_delta'), 3)
  t.equal(await sum(`status = 'New'`), 0)
  t.equal(await sum(`status = 'InProgress' and tags @> '{a,b}' and sales_channel = 'web' and shipping_methods = '{Home}'`), 1)
  t.equal(await foldCounts(deps), 3)
  t.same([await rows('order_count_delta'), await rows('order_count')], [0, 1], 'what no order has leaves no row')
  t.equal(await sum(), 1)
  t.same(await searchTableFaults(database), [])
})

t.test('given orders with equal combinations, when the last one leaves, then their shared row is deleted', async (t) => {
  await Promise.all(['c-2', 'c-3', 'c-4'].map((id) => create(id, { salesChannel: null, marketId: null, storeId: 'Bergen-01' })))
  await foldCounts(deps)
  const ofBergen = `select count from order_count where store_id = 'Bergen-01'`
  t.same(await database.query({ text: ofBergen }), [{ count: 3 }])
  for (const id of ['c-2', 'c-3', 'c-4']) await purgeOrder(deps, { orderId: id, write: writer })
  await foldCounts(deps)
  t.same(await database.query({ text: ofBergen }), [])
  t.same(await searchTableFaults(database), [])
})

t.test(
  'given concurrent writes and two folding processes, when counts are read, then they are exact at any moment',
  async (t) => {
    const before = (await sum()) ?? 0
    const writers = 8
    const perWriter = 30
    let isDone = false
    const seen: number[] = []
    const read = async () => {
      while (!isDone) seen.push((await sum()) as number)
    }
    const fold = async () => {
      while (!isDone) await foldCounts(deps)
    }
    const write = async (_: unknown, place: number) => {
      for (let turn = 0; turn < perWriter; turn++) {
        const id = `w-${place}-${turn}`
        await create(id, { tags: [`t${turn % 3}`] })
        await change(id, { status: turn % 2 === 0 ? 'InProgress' : 'Completed', tags: [`t${place % 2}`] })
      }
    }
    const background = [read(), fold(), fold()]
    await Promise.all(Array.from({ length: writers }, write))
    isDone = true
    await Promise.all(background)
    await foldCounts(deps)
    t.ok(seen.length > 5)
    t.ok(
      seen.every((count, index) => count >= (seen[index - 1] ?? before) && count <= before + writers * perWriter),
      'never more, never fewer than before',
    )
    t.equal(await sum(), before + writers * perWriter)
    t.equal(await rows('order_count_delta'), 0)
    t.same(await searchTableFaults(database), [])
  },
)

t.test('given a process that folds counts, when another one starts folding, then it does not wait', async (t) => {
  await create('c-5')
  const held = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const holder = database.inTransaction(async (tx) => {
    await tx.query({ text: 'select pg_advisory_xact_lock(6204, 1)' })
    isHeld.resolve()
    await held.promise
  })
  await isHeld.promise
  t.equal(await foldCounts(deps), 0)
  held.resolve()
  await holder
  t.equal(await foldCounts(deps), 1)
})
