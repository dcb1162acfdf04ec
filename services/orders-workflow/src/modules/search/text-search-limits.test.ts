import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { copyOrders } from '../../testing/orders/copied-orders.ts'
import { storedOrder } from '../../testing/orders/found-orders.ts'
import { testOrders } from '../../testing/test-orders.ts'
import { findOrders } from './search-query.ts'

/**
 * Up to so many matches of a free text come with their count; of more, the page is read separately.
 */
const FEW_MAX = 5_000
const TAKE = 7

const database = await testDatabase(t, 'orders-workflow')
const test = await testOrders(t, { database })
const store = (id: string) => storedOrder(test, { id, customerName: 'Kari Hansen' })
await store('B')
await copyOrders(database.owner, FEW_MAX - 2)
await storedOrder(test, { id: 'other', customerName: 'Ola Berg' })

async function matchingIds(): Promise<string[]> {
  const rows = await database.query<{ id: string }>({ text: `select order_id as id from order_search where order_id <> 'other'` })
  return rows.map(({ id }) => id).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

// Of more than one word the walk is forced.
const texts = new Map([
  [FEW_MAX - 1, 'hansen'],
  [FEW_MAX, 'kari hansen'],
  [FEW_MAX + 1, 'hansen'],
  [FEW_MAX + 2, 'kari hansen'],
])

for (const [count, searchText] of texts) {
  t.test(
    `given ${count} matches of "${searchText}", when they are searched, then total and pages are those of any limit`,
    async (t) => {
      if (count >= FEW_MAX) await store(`C-${count}`)
      const ids = await matchingIds()
      t.equal(ids.length, count)
      const scope = { storeIds: null, ...test.deps.config(), now: new Date() }
      for (const exactTotalMax of [FEW_MAX - 1, FEW_MAX, FEW_MAX + 1, count - 1, count, count + 1, 10_000, undefined]) {
        for (const skip of [0, FEW_MAX - TAKE, FEW_MAX - 1, count - TAKE, count - 1, count, count + TAKE]) {
          const search = { filter: { searchText }, scope, sort: 'DocumentID', take: TAKE, skip, exactTotalMax } as const
          const { documents, ...found } = await findOrders(test.deps, search)
          const limit = exactTotalMax ?? count
          const totals = { totalHits: Math.min(count, limit), isTotalExact: count <= limit, facetCounts: null }
          const say = `at most ${exactTotalMax}, from ${skip}`
          t.same(found, totals, say)
          t.same(
            JSON.parse(`[${documents}]`).map(({ id }: { id: string }) => id),
            ids.slice(skip, skip + TAKE),
            say,
          )
        }
      }
    },
  )
}
