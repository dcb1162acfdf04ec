import { setTimeout as sleep } from 'node:timers/promises'
import { facetTypes } from '@open-oms/contracts/orders/search/facet'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { searched, storedOrder } from '../../testing/orders/found-orders.ts'
import { sampleConfig, testOrders } from '../../testing/test-orders.ts'
import { foldCounts } from './order-counts.ts'
import { FACET_VALUES_MAX } from './search-facets.ts'

const test = await testOrders(t)

// biome-ignore lint/suspicious/noExplicitAny: orders as the API returns them.
type FoundOrder = any
type Request = Record<string, never> & { [name: string]: unknown }

const some = <T>(...values: T[]) => fc.constantFrom(...values)
const stores = ['Oslo-01', 'Bergen-01', 'Stockholm-01'] as const
const tags = ['vip', 'gift', "o'clock", ''] as const
const methods = ['Home', 'Express', 'Pick up'] as const
const channels = ['web', 'app', null] as const
const capture = { amount: 100, paymentMethodName: 'Card', transactionType: 'Capture', status: 'Processed' } as const

const randomOrder = fc.record({
  storeId: some(...stores),
  marketId: some('NOR', 'SWE', null),
  status: some('New', 'New', 'Completed', 'OnHold', 'Deleted'),
  orderType: some('Online', 'Pos'),
  salesChannel: some(...channels),
  tags: fc.subarray([...tags]),
  methods: fc.array(some(...methods), { maxLength: 2 }),
  paid: fc.integer({ min: 0, max: 3 }),
  delivered: fc.integer({ min: 0, max: 2 }),
  customerName: some('Kari', 'Ola Kari', null),
  day: fc.integer({ min: 1, max: 9 }),
})

const orders = fc.sample(randomOrder, { numRuns: 70, seed: 11 })
for (const [index, { methods, paid, delivered, day, ...fields }] of orders.entries()) {
  const halves = methods.map((shippingMethodName) => ({
    shippingMethodName,
    lineItems: [
      { lineItemId: '1', placedPrice: 100, quantity: 2 / methods.length, deliveredQuantity: delivered / methods.length },
    ],
  }))
  await storedOrder(test, { ...fields, id: `F-${index}`, created: `2026-01-0${day}T00:00:00.000Z` } as never, {
    lineItems: [{ lineItemId: '1', placedPrice: 100, quantity: 2, deliveredQuantity: delivered }],
    shipments: halves,
    payments: Array.from({ length: paid }, (_, at) => ({ ...capture, transactionId: `${index}-${at}` })),
  })
}
const everything = { selectedStatuses: ['New', 'Completed', 'OnHold', 'Deleted'], take: 100 }
const all: FoundOrder[] = (await searched(test, everything)).result

const expectedPaymentStatus = ({ orderForm, netTotal }: FoundOrder) => {
  const paid = orderForm.capturedPaymentTotal
  return paid > netTotal ? 'OverPaid' : paid === netTotal ? 'Paid' : paid > 0 ? 'PartiallyPaid' : 'NotPaid'
}
const shippingMethods = (order: FoundOrder): string[] =>
  order.orderForm.shipments.map((shipment: FoundOrder) => shipment.shippingMethodName)

/** The values of an order for each facet. */
const valuesOf: Record<string, (order: FoundOrder) => (string | null)[]> = {
  SelectedStatuses: (order) => [order.status],
  SelectedStores: (order) => [order.storeId],
  SelectedMarkets: (order) => [order.marketId],
  OrderType: (order) => [order.orderType],
  SalesChannels: (order) => [order.salesChannel],
  Tags: (order) => order.tags,
  ShippingMethodNames: shippingMethods,
  PaymentStatuses: (order) => [expectedPaymentStatus(order)],
  FulfilmentStatuses: (order) => [order.fulfilmentStatus],
}

/** Whether an order matches the request (search.md#search-filters), computed from its document. */
function isFound(order: FoundOrder, request: Request): boolean {
  const any = (name: string, values: (string | null)[]) => {
    const wanted = ((request[name] ?? []) as string[]).filter((value) => value !== '')
    return wanted.length === 0 || wanted.some((value) => values.includes(value))
  }
  const all = (name: string, values: string[]) =>
    ((request[name] ?? []) as string[]).filter((value) => value !== '').every((value) => values.includes(value))
  const none = (name: string, values: string[]) =>
    ((request[name] ?? []) as string[]).filter((value) => value !== '').every((value) => !values.includes(value))
  const asksForDeleted = ((request.selectedStatuses ?? []) as string[]).includes('Deleted')
  return (
    (asksForDeleted || order.status !== 'Deleted') &&
    any('selectedStatuses', [order.status]) &&
    none('excludedStatuses', [order.status]) &&
    any('selectedStores', [order.storeId]) &&
    any('selectedMarkets', [order.marketId]) &&
    any('salesChannels', [order.salesChannel]) &&
    any('paymentStatuses', [expectedPaymentStatus(order)]) &&
    any('fulfilmentStatuses', [order.fulfilmentStatus]) &&
    any('shippingMethodNames', shippingMethods(order)) &&
    all('tags', order.tags) &&
    none('excludedTags', order.tags) &&
    (!request.orderType || order.orderType === request.orderType) &&
    (!request.createdFrom || order.created >= (request.createdFrom as string)) &&
    (!request.searchText || (order.customerName ?? '').toLowerCase().includes(request.searchText as string))
  )
}

function countFacets(found: FoundOrder[]): Record<string, Record<string, number>> {
  return Object.fromEntries(
    facetTypes.map((facetType) => {
      const counts: Record<string, number> = {}
      for (const order of found)
        for (const value of new Set(valuesOf[facetType]?.(order))) if (value) counts[value] = (counts[value] ?? 0) + 1
      return [facetType, counts]
    }),
  )
}

function facetsOfResponse(facets: FoundOrder[]): Record<string, Record<string, number>> {
  const pairs = (group: FoundOrder) => group.facets.map(({ value, count }: FoundOrder) => [value, count])
  return Object.fromEntries(facets.map((group) => [group.facetType, Object.fromEntries(pairs(group))]))
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const counted = {
  selectedStatuses: maybe(fc.subarray(['New', 'Completed', 'OnHold', 'Deleted', ''])),
  excludedStatuses: maybe(fc.subarray(['New', 'OnHold', 'Deleted'])),
  selectedStores: maybe(fc.subarray([...stores, 'nowhere'])),
  selectedMarkets: maybe(fc.subarray(['NOR', 'SWE'])),
  salesChannels: maybe(fc.subarray(['web', 'app'])),
  paymentStatuses: maybe(fc.subarray(['NotPaid', 'Paid', 'PartiallyPaid', 'OverPaid'])),
  fulfilmentStatuses: maybe(fc.subarray(['Unfulfilled', 'Fulfilled', 'PartiallyFulfilled'])),
  shippingMethodNames: maybe(fc.subarray([...methods])),
  tags: maybe(fc.subarray(['vip', 'gift', "o'clock"])),
  excludedTags: maybe(fc.subarray(['vip', 'gift'])),
  orderType: maybe(some('Online', 'Pos', '')),
}
const looked = { createdFrom: maybe(some('2026-01-05T00:00:00.000Z')), searchText: maybe(some('kari', 'ol', 'a')) }

async function agrees(t: Test, request: Request): Promise<void> {
  const response = await searched(test, { ...request, take: 100, disableFacets: false, sortOrder: 'DocumentID' })
  const found = all.filter((order) => isFound(order, request))
  const say = JSON.stringify(request)
  t.same(response.result.map((order: FoundOrder) => order.id).sort(), found.map((order) => order.id).sort(), say)
  t.equal(response.totalHits, found.length, say)
  t.same(facetsOfResponse(response.facets), countFacets(found), say)
}

const requests = (fields: Record<string, fc.Arbitrary<unknown>>, seed: number) =>
  fc.sample(fc.record(fields), { numRuns: 60, seed }) as Request[]

t.test(
  'given filters that counts know, when orders are searched, then results, totals and facets equal those of all documents',
  async (t) => {
    t.equal(all.length, orders.length)
    for (const request of requests(counted, 1)) await agrees(t, request)
  },
)

t.test(
  'given filters that counts do not know, when orders are searched, then results, totals and facets are equal too',
  async (t) => {
    for (const request of requests({ ...counted, ...looked }, 2)) await agrees(t, request)
  },
)

t.test('given words and stores alone, when orders are searched, then results, totals and facets are equal too', async (t) => {
  const { selectedStores, tags, shippingMethodNames } = counted
  for (const request of requests({ selectedStores, tags, shippingMethodNames, searchText: some('kari', 'ol', 'a') }, 3))
    await agrees(t, request)
})

t.test(
  'given folded or partly folded counts, when orders are searched, then results, totals and facets are equal too',
  async (t) => {
    t.ok((await foldCounts(test.deps)) > 0)
    for (const request of requests(counted, 4).slice(0, 20)) await agrees(t, request)
    all.push(await storedOrder(test, { id: 'F-late', storeId: 'Bergen-01', tags: ['vip'], salesChannel: 'app' }))
    for (const request of requests(counted, 5).slice(0, 20)) await agrees(t, request)
  },
)

t.test('when facets are read, then they are in order, the most frequent value first, with display names', async (t) => {
  const { facets, totalHits } = await searched(test, { disableFacets: false })
  t.same(
    facets.map((group: FoundOrder) => group.facetType),
    [...facetTypes],
  )
  const group = (facetType: string) => facets.find((each: FoundOrder) => each.facetType === facetType).facets
  for (const { facets: values } of facets) {
    const sorted = values.toSorted((a: FoundOrder, b: FoundOrder) => b.count - a.count || (a.value < b.value ? -1 : 1))
    t.same(values, sorted)
  }
  const facetName = (facetType: string, value: string) => group(facetType).find((facet: FoundOrder) => facet.value === value).name
  t.equal(facetName('SelectedStores', 'Oslo-01'), 'Oslo')
  t.equal(facetName('SelectedStatuses', 'OnHold'), 'On hold')
  t.equal(facetName('SelectedMarkets', 'NOR'), test.deps.config().markets.find(({ id }) => id === 'NOR')?.name)
  t.equal(facetName('Tags', 'vip'), 'vip')
  t.equal(
    group('OrderType').reduce((sum: number, facet: FoundOrder) => sum + facet.count, 0),
    totalHits,
  )
})

t.test('given a value that no order has any more, when facets are read, then it is absent, also before folding', async (t) => {
  await storedOrder(test, { id: 'F-moving', tags: ['moving'], status: 'New' })
  const url = '/api/Orders/F-moving/UpdateStatus'
  t.equal((await test.send({ method: 'POST', url, body: { status: 'OnHold', skipRunWorkflow: true } })).status, 200)
  const { facets } = await searched(test, { tags: ['moving'], disableFacets: false })
  t.same(facetsOfResponse(facets).SelectedStatuses, { OnHold: 1 })
  t.equal((await test.send({ method: 'DELETE', url: '/api/Orders/F-moving' })).status, 200)
})

t.test('given very many values, when facets are read, then they have the most frequent ones', async (t) => {
  for (let index = 0; index < 5; index++) {
    const own = Array.from({ length: 249 }, (_, at) => `own-${index}-${at}`)
    await storedOrder(test, { id: `F-many-${index}`, customerName: 'Manytags', tags: ['everywhere', ...own] })
  }
  for (const filter of [{ tags: ['everywhere'] }, { searchText: 'manytags' }]) {
    const { facets, totalHits } = await searched(test, { ...filter, disableFacets: false })
    const tags = facets.find((group: FoundOrder) => group.facetType === 'Tags').facets
    t.equal(totalHits, 5)
    t.equal(tags.length, FACET_VALUES_MAX)
    t.same(tags[0], { name: 'everywhere', value: 'everywhere', count: 5 })
  }
  for (let index = 0; index < 5; index++) await test.send({ method: 'DELETE', url: `/api/Orders/F-many-${index}` })
})

t.test('when nothing is found, then every group is there without values', async (t) => {
  const { facets } = await searched(test, { disableFacets: false, searchText: 'nowhere' })
  t.same(
    facets,
    facetTypes.map((facetType) => ({ facetType, facets: [] })),
  )
})

t.test(
  'given facets over their time budget, when orders are searched, then facets are absent and the rest is right',
  async (t) => {
    const config = await sampleConfig()
    const hasty = await testOrders(t, {
      database: test.database,
      config: { ...config, settings: { ...config.settings, search: { ...config.settings.search, facetBudgetMs: 1 } } },
    })
    // Readers of the counts wait; once the total waits, the facets have been given up.
    const held = Promise.withResolvers<void>()
    const isHeld = Promise.withResolvers<void>()
    const holder = test.database.inTransaction(async (tx) => {
      await tx.query({ text: 'lock table order_count in access exclusive mode' })
      isHeld.resolve()
      await held.promise
    })
    await isHeld.promise
    const waiting = hasty.send({ method: 'POST', url: '/api/Orders/Search', body: { sortOrder: 'DocumentID', take: 5 } })
    const totalWaits = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%as total from%'`
    while ((await test.database.query({ text: totalWaits })).length === 0) await sleep(5)
    held.resolve()
    await holder
    const response = await waiting
    const found = all.filter((order) => isFound(order, {}))
    t.match(response, {
      status: 200,
      body: { facets: { length: 0 }, facetsTimedOut: true, scrollId: null, isValid: true, totalHits: found.length },
    })
    t.same(
      response.body.result.map((order: FoundOrder) => order.id),
      found
        .map((order) => order.id)
        .sort()
        .slice(0, 5),
    )
  },
)
