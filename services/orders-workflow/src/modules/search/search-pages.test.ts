import { orderSorts } from '@open-oms/contracts/orders/search/search'
import t from 'tap'
import { foundIds, searched, storedOrder } from '../../testing/orders/found-orders.ts'
import { testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)

/** Many ties in every sortable field, and missing names. */
const stores = ['Oslo-01', 'Bergen-01', '142']
const names = ['Åse', 'anna', null, 'Bo', 'ANNA', 'å', 'Æ']
const statuses = ['New', 'Completed', 'OnHold']
for (let index = 0; index < 42; index++) {
  await storedOrder(
    test,
    {
      // Ids whose byte order is not their index order.
      id: `${index % 2 === 0 ? 'B' : 'a'}-${(index * 5) % 42}`,
      created: new Date(Date.UTC(2026, 0, 1 + (index % 6))).toISOString(),
      customerName: names[index % names.length] ?? (null as never),
      status: statuses[index % statuses.length] as string,
      storeId: stores[(index >> 1) % stores.length] as string,
    },
    { lineItems: [{ placedPrice: 10 * (index % 4), quantity: 1 }] },
  )
}
const all = (await searched(test, { take: 100 })).result

// biome-ignore lint/suspicious/noExplicitAny: orders as the API returns them.
type FoundOrder = any
type Key = (order: FoundOrder) => string | number | null
const keys: Record<string, Key> = {
  Created: (order) => order.created,
  Modified: (order) => order.modified,
  CustomerName: (order) => order.customerName?.toLowerCase() ?? null,
  Status: (order) => order.status,
  OrderId: (order) => order.id,
  Store: (order) => order.storeId,
  Total: (order) => order.total,
  DocumentID: (order) => order.id,
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(String(b)))
  return a - Number(b)
}

/** The specified order, computed in plain JavaScript. */
function sorted(sort: string): string[] {
  const key = keys[sort.replace(/(A|De)scending$/, '')] as Key
  const direction = sort.endsWith('Descending') ? -1 : 1
  return all
    .toSorted((one: FoundOrder, other: FoundOrder) => {
      const [a, b] = [key(one), key(other)]
      if (a === null || b === null) return a === b ? compare(one.id, other.id) : a === null ? 1 : -1
      return direction * compare(a, b) || compare(one.id, other.id)
    })
    .map((order: FoundOrder) => order.id)
}

t.test('given the sample orders, when they are counted, then there are enough to sort', async (t) => {
  t.equal(all.length, 42)
  for (const [name, key] of Object.entries(keys)) {
    const distinct = new Set(all.map(key)).size
    t.ok(distinct > 2 && (/Id|ID|Modified/.test(name) || distinct < 12), `${name}: ${distinct}`)
  }
})

for (const sortOrder of orderSorts) {
  t.test(`given equal and other values, when orders are searched by ${sortOrder}, then ties are by id`, async (t) => {
    const whole = await foundIds(test, { sortOrder, take: 100 })
    t.same(whole, sorted(sortOrder))
    const pages: string[] = []
    for (let page = 1; page <= 7; page++) {
      const { result, totalHits } = await searched(test, { sortOrder, take: 6, page })
      t.equal(totalHits, 42)
      pages.push(...result.map((order: FoundOrder) => order.id))
    }
    t.same(pages, whole)
  })
}

t.test('when a search has no sort order or an empty one, then the newest is first', async (t) => {
  const ids = async (request: object) =>
    (await searched(test, { take: 100, ...request })).result.map((order: FoundOrder) => order.id)
  t.same(await ids({}), sorted('CreatedDescending'))
  t.same(await ids({ sortOrder: '' }), sorted('CreatedDescending'))
  t.same(await ids({ sortOrder: null }), sorted('CreatedDescending'))
  t.same(await ids({ sortOrder: 'totalascending' }), sorted('TotalAscending'))
})

t.test('when a search has no take, then a page has 20; page 0 is the first, and pages after the last are empty', async (t) => {
  const ids = async (request: Record<string, unknown>) =>
    (await searched(test, request)).result.map((order: FoundOrder) => order.id)
  const newest = sorted('CreatedDescending')
  t.same(await ids({}), newest.slice(0, 20))
  t.same(await ids({ page: 0 }), newest.slice(0, 20))
  t.same(await ids({ page: 1 }), newest.slice(0, 20))
  t.same(await ids({ page: 3 }), newest.slice(40))
  t.match(await searched(test, { page: 4 }), { totalHits: 42, result: { length: 0 } })
  t.match(await searched(test, { page: 100, take: 100 }), { totalHits: 42, result: { length: 0 } })
})

t.test('given wrong pages or values, when orders are searched, then it is 400 with the field', async (t) => {
  const refused = async (body: object) => {
    const { status, body: response } = await test.send({ method: 'POST', url: '/api/Orders/Search', body })
    return [status, response.error, Object.keys(response.errors ?? {})]
  }
  for (const take of [0, 101, -1, 1.5, '20']) t.same(await refused({ take }), [400, 'ValidationFailed', ['take']], `take ${take}`)
  for (const page of [-1, 0.5, '1', 2 ** 31]) t.same((await refused({ page }))[0], 400, `page ${page}`)
  t.same(await refused({ sortOrder: 'Newest' }), [400, 'ValidationFailed', ['sortOrder']])
  t.same(await refused({ inventoryStatus: 'Some' }), [400, 'ValidationFailed', ['inventoryStatus']])
  t.same(await refused({ paymentStatuses: ['Paid', 'Late'] }), [400, 'ValidationFailed', ['paymentStatuses[1]']])
  t.same(await refused({ paymentTransactionTypes: ['Cash'] }), [400, 'ValidationFailed', ['paymentTransactionTypes[0]']])
  t.same(await refused({ paymentTransactionStatus: 'Processed' }), [400, 'ValidationFailed', ['paymentTransactionStatus']])
  t.same(await refused({ createdFrom: 'yesterday' }), [400, 'ValidationFailed', ['createdFrom']])
  t.same(await refused({ tags: 'vip' }), [400, 'ValidationFailed', ['tags']])
  t.same(await refused({ urgent: 'yes' }), [400, 'ValidationFailed', ['urgent']])
})

t.test('when take × page is above 10,000, then it is 400 WindowExceeded, which names the scroll', async (t) => {
  const ask = (body: object) => test.send({ method: 'POST', url: '/api/Orders/Search', body })
  t.equal((await ask({ take: 100, page: 100 })).status, 200)
  t.equal((await ask({ take: 1, page: 10_000 })).status, 200)
  for (const body of [{ take: 100, page: 101 }, { take: 1, page: 10_001 }, { page: 501 }, { take: 3, page: 3_334 }]) {
    const response = await ask(body)
    t.match(response, { status: 400, body: { error: 'WindowExceeded', message: /Scroll/, errors: { page: [String] } } })
  }
})
