import { AsyncLocalStorage } from 'node:async_hooks'
import type { Order } from '@open-oms/contracts/orders/order'
import { joinTransaction, type Transaction } from '@open-oms/service-kit/database/transaction'
import t from 'tap'
import { insertDirectly, simpleOrder, writer } from '../../testing/orders/direct-writes.ts'
import { searchTableFaults } from '../../testing/orders/search-tables.ts'
import { testOrders } from '../../testing/test-orders.ts'
import type { Change, Intent } from './intent.ts'
import type { WriteDeps } from './write-context.ts'
import { writeOrders } from './write-orders.ts'

const test = await testOrders(t)
const { deps, database } = test

/** Runs work as if it came from elsewhere: a transaction cannot be begun inside of another. */
const elsewhere = AsyncLocalStorage.snapshot()

const plain = (order: Order): Change => ({ order })
const creates = (id: string): Intent => ({ orderId: id, kind: 'edit', create: () => plain(simpleOrder(id)) })
const renames = (id: string, customerName: string): Intent => ({
  orderId: id,
  kind: 'edit',
  change: (order) => plain({ ...order, customerName }),
})
const existing = (id: string) => insertDirectly(deps, simpleOrder(id))
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const versionCount = async (id: string) =>
  (await database.query({ text: 'select from order_version where order_id = $1', values: [id] })).length

t.test(
  'given concurrent batches over the same orders, when all have ended, then all succeeded and no change is lost',
  async (t) => {
    const ids = Array.from({ length: 40 }, (_, index) => `meet-${index}`)
    const tagged = (id: string, tag: string): Intent => ({
      orderId: id,
      kind: 'edit',
      create: () => plain(simpleOrder(id, { tags: [tag] })),
      change: (order) => plain({ ...order, tags: [...order.tags, tag] }),
    })
    const shuffled = (seed: number) =>
      [...ids].sort((a, b) => ((a.length * 7 + seed * a.charCodeAt(5)) % 5) - ((b.length * 3) % 4))
    const tags = ['a', 'b', 'c', 'd', 'e', 'f']
    const all = await Promise.all(
      tags.map((tag, seed) =>
        writeOrders(
          { deps, write: writer },
          shuffled(seed).map((id) => tagged(id, tag)),
        ),
      ),
    )
    t.equal(all.flat().filter(({ status }) => status === 'created').length, ids.length)
    for (const id of ids) t.same((await read(id)).tags.sort(), tags)
    t.equal(await versionCount('meet-3'), tags.length)
  },
)

t.test('given an order that is created concurrently, when a batch creates it too, then the batch updates it', async (t) => {
  await existing('race-old')
  let tries = 0
  const interrupted = (tx: Transaction): Transaction => ({
    ...joinTransaction(tx),
    async query<Row>(statement: Parameters<Transaction['query']>[0]) {
      const rows = await tx.query<Row>(statement)
      if (statement.name === 'orders-load-for-update' && tries++ === 0) await elsewhere(() => existing('race-new'))
      return rows
    },
  })
  const results = await deps.inTransaction((tx) => {
    const joined: WriteDeps = { ...deps, inTransaction: (work) => work(interrupted(tx)) }
    const rows = [
      { ...creates('race-new'), ...renames('race-new', 'Changed') },
      renames('race-old', 'Changed too'),
      creates('race-third'),
    ]
    return writeOrders({ deps: joined, write: writer }, rows)
  })
  t.equal(tries, 2)
  t.same(
    results.map(({ status }) => status),
    ['updated', 'updated', 'created'],
  )
  t.equal((await read('race-new')).customerName, 'Changed')
  t.equal(await versionCount('race-old'), 2, 'what the first try wrote is undone')
})

t.test('given ids that are taken repeatedly, when a batch creates them, then it ends with 409', async (t) => {
  const stubborn: WriteDeps = {
    ...deps,
    inTransaction: (work) =>
      deps.inTransaction((tx) =>
        work({
          ...joinTransaction(tx),
          async query<Row>(statement: Parameters<Transaction['query']>[0]) {
            if (statement.name === 'orders-insert')
              throw Object.assign(new Error('taken'), { code: '23505', constraint: 'order_pkey' })
            return tx.query<Row>(statement)
          },
        }),
      ),
  }
  await t.rejects(writeOrders({ deps: stubborn, write: writer }, [creates('taken')]), { code: 'ResourceLocked' })
})

t.test('given all batches above, when they have ended, then search tables and counts agree with the documents', async (t) => {
  t.same(await searchTableFaults(database), [])
})
