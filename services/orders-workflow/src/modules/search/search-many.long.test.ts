import { orderSorts } from '@open-oms/contracts/orders/search/search'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { copyOrders } from '../../testing/orders/copied-orders.ts'
import { searched, storedOrder } from '../../testing/orders/found-orders.ts'
import { testOrders } from '../../testing/test-orders.ts'
import { findOrders } from './search-query.ts'

// Enough orders that searches scan the index of the sort order instead of sorting the result.
const COPIES = 4_100
const database = await testDatabase(t, 'orders-workflow')
const test = await testOrders(t, { database })
const names = ['Kari Hansen', null, 'Ola Berg', 'Anna Hansen', null, 'Bo Vik']
for (const [index, customerName] of names.entries()) {
  await storedOrder(
    test,
    {
      id: `M-${index}`,
      customerName: customerName as never,
      created: `2026-01-0${1 + (index % 3)}T00:00:00.000Z`,
      status: index === 5 ? 'Deleted' : index % 2 === 0 ? 'New' : 'Completed',
      storeId: index % 3 === 0 ? 'Oslo-01' : 'Bergen-01',
      tags: index % 2 === 0 ? ['even'] : [],
    },
    { lineItems: [{ code: 'POT', placedPrice: 100 * (index % 2), quantity: 1 }] },
  )
}
await copyOrders(database.owner, COPIES)

type Row = { id: string; created: Date; modified: Date; name: string | null; status: string; store: string; total: string }
const rows = (
  await test.database.query<Row>({
    text: `select order_id as id, created, modified, customer_name_key as name, status, store_id as store, total from order_search`,
  })
).filter((row) => row.status !== 'Deleted')

const keys: Record<string, (row: Row) => string | number | null> = {
  Created: (row) => row.created.getTime(),
  Modified: (row) => row.modified.getTime(),
  CustomerName: (row) => row.name,
  Status: (row) => row.status,
  OrderId: (row) => row.id,
  Store: (row) => row.store,
  Total: (row) => Number(row.total),
  DocumentID: (row) => row.id,
}
const ascending = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)

function sorted(found: Row[], sort: string): string[] {
  const key = keys[sort.replace(/(A|De)scending$/, '')] as (row: Row) => string | number | null
  const direction = sort.endsWith('Descending') ? -1 : 1
  return found
    .toSorted((one, other) => {
      const [a, b] = [key(one), key(other)]
      if (a === null || b === null) return a === b ? ascending(one.id, other.id) : a === null ? 1 : -1
      return direction * ascending(a, b) || ascending(one.id, other.id)
    })
    .map(({ id }) => id)
}

async function page(request: Record<string, unknown>) {
  const { totalHits, result } = await searched(test, request)
  return { totalHits, ids: result.map((order: { id: string }) => order.id) }
}

for (const sortOrder of orderSorts) {
  t.test(`given many orders, when they are searched by ${sortOrder}, then pages are right to the end`, async (t) => {
    const whole = sorted(rows, sortOrder)
    for (const [take, number] of [
      [20, 1],
      [50, 101],
      [100, 100],
    ] as const) {
      const { totalHits, ids } = await page({ sortOrder, take, page: number })
      t.equal(totalHits, 5 * (COPIES + 1))
      t.same(ids, whole.slice(take * (number - 1), take * number), `page ${number}`)
    }
  })
}

t.test('given many orders, when filters of every kind are sent, then the result is right', async (t) => {
  const finds: [Record<string, unknown>, (row: Row) => boolean][] = [
    [{ searchText: 'pot' }, () => true],
    [{ searchText: 'm-' }, () => true],
    [{ searchText: 'o' }, () => true],
    [{ selectedStores: ['Bergen-01'] }, (row) => row.store === 'Bergen-01'],
    [{ selectedStores: ['Bergen-01', 'Oslo-01'], selectedStatuses: ['New', 'Completed'] }, () => true],
    [{ tags: ['even'] }, (row) => /^M-[024]/.test(row.id)],
    [{ productNumbers: ['POT'], paymentStatuses: ['NotPaid', 'Paid'] }, () => true],
    [{ createdFrom: '2026-01-01T00:30:00Z' }, (row) => row.created >= new Date('2026-01-01T00:30:00Z')],
    [{ customerName: 'hansen' }, (row) => row.name?.includes('hansen') === true],
    [{ searchText: 'hansen' }, (row) => row.name?.includes('hansen') === true],
    [{ searchText: 'm-3~77' }, (row) => row.id.startsWith('M-3~77')],
    [{ searchText: '~77 m-3' }, (row) => row.id.startsWith('M-3~77')],
  ]
  for (const [request, isFound] of finds) {
    const wanted = sorted(rows.filter(isFound), 'CreatedDescending')
    const say = JSON.stringify(request)
    const first = await page(request)
    const countMax = 'searchText' in request ? test.deps.config().settings.search.exactTotalMax : wanted.length
    t.equal(first.totalHits, Math.min(wanted.length, countMax), say)
    t.same(first.ids, wanted.slice(0, 20), say)
    t.same((await page({ ...request, page: 7 })).ids, wanted.slice(120, 140), say)
  }
})

t.test(
  'given an index scan that takes too long, when orders are searched, then it is cancelled and they are sorted instead',
  async (t) => {
    const scope = { storeIds: null, ...test.deps.config(), now: new Date() }
    // Only the oldest orders have the word: a scan from the newest passes all others.
    const search = { filter: { searchText: 'm-0', customerName: 'kari' }, scope, take: 50, skip: 4_000 }
    const wanted = sorted(
      rows.filter((row) => row.id.startsWith('M-0')),
      'CreatedDescending',
    ).slice(4_000, 4_050)
    const many = { filter: { searchText: 'pot' }, scope, take: 50, skip: 9_000 }
    const wantedOfMany = sorted(rows, 'CreatedDescending').slice(9_000, 9_050)
    for (const walkMsMax of [1, 60_000]) {
      for (const [each, ids] of [
        [search, wanted],
        [many, wantedOfMany],
      ] as const) {
        const { documents } = await findOrders(test.deps, each, walkMsMax)
        t.same(
          JSON.parse(`[${documents}]`).map((order: { id: string }) => order.id),
          ids,
        )
      }
    }
  },
)
