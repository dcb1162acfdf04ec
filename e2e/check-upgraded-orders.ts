import type { Test } from 'tap'
import { eventually, queryRows, type SystemUnderTest } from './system-under-test.ts'
import { SKU, type UpgradedOrder, upgradedOrders } from './upgrade-orders.ts'

type OrderSearchPage = {
  totalHits: number
  result: { id: string }[]
  facets: { facetType: string; facets: { count: number }[] }[]
}

const WRITES = 60

/**
 * Writes some of the copies of an order while a new version derives the fields of all: each write
 * succeeds, and nothing of it is lost.
 */
export async function checkWrites(t: Test, { client }: SystemUnderTest, copies: { id: string; count: number }): Promise<void> {
  const body = { customerReference: 'written meanwhile' }
  const step = Math.floor(copies.count / WRITES)
  const ids = Array.from({ length: WRITES }, (_, index) => `${copies.id}~${1 + index * step}`)
  for (const id of ids) await client.call('PATCH', `/api/Orders/${id}/PatchOrder`, { body })
  for (const id of ids) {
    const { body: order } = await client.call('GET', `/api/Orders/${id}`)
    t.match(order, { ...body, fulfilmentStatus: 'Cancelled', paymentStatus: 'Paid', isPickable: false }, id)
  }
}

const earlierRows: Record<'orders-workflow' | 'catalog-assets', string> = {
  'orders-workflow': `select (select count(*) from order_search where fulfilment_status is null)
    + (select count(*) from "order" where id not in (select order_id from order_search))
    + (select count(*) from order_term where left(search_text, 1) <> E'\\x02')
    + (select count(*) from order_return where left(search_text, 1) <> E'\\x02') as count`,
  'catalog-assets': `select count(*) from product_search where left(search_text, 1) <> E'\\x02'`,
}

/** Waits until no row is as an earlier version wrote it. */
export async function nothingIsLeft({ system }: SystemUnderTest): Promise<void> {
  for (const service of ['orders-workflow', 'catalog-assets'] as const)
    await eventually(
      () => queryRows<{ count: string }>(system.adminUrls[service], earlierRows[service]),
      ([left]) => Number(left?.count) === 0,
    )
}

/** The facets count each order once by the statuses that are derived. */
export async function checkFacets(t: Test, { client }: SystemUnderTest, count: number): Promise<void> {
  const { body } = await client.call<OrderSearchPage>('POST', '/api/Orders/Search', { body: { take: 1 } })
  for (const wanted of ['PaymentStatuses', 'FulfilmentStatuses']) {
    const values = body.facets.find(({ facetType }) => facetType === wanted)?.facets ?? []
    t.equal(
      values.reduce((sum, value) => sum + value.count, 0),
      count,
      wanted,
    )
  }
}

/**
 * Orders of the version before are what a new version derives of them, and are found by it as those
 * that it has written itself.
 */
export async function checkDerived(t: Test, test: SystemUnderTest): Promise<void> {
  for (const order of upgradedOrders) {
    const { id, paymentStatus, fulfilmentStatus, pickedIn } = order
    const { body } = await test.client.call('GET', `/api/Orders/${id}`)
    t.match(body, { paymentStatus, fulfilmentStatus, isPickable: pickedIn !== null }, id)
    for (const filter of order.foundBy) t.same(await foundIds(test, filter), [id], JSON.stringify(filter))
  }
  const ids = (isWanted: (order: UpgradedOrder) => boolean) =>
    upgradedOrders
      .filter(isWanted)
      .map(({ id }) => id)
      .sort()
  for (const status of ['Paid', 'NotPaid', 'Authorized', 'OverPaid'])
    t.same(
      await foundIds(test, { paymentStatuses: [status] }),
      ids(({ paymentStatus }) => paymentStatus === status),
      status,
    )
  for (const status of ['Unfulfilled', 'Fulfilled', 'Returned', 'Cancelled'])
    t.same(
      await foundIds(test, { fulfilmentStatuses: [status] }),
      ids(({ fulfilmentStatus }) => fulfilmentStatus === status),
      status,
    )
  t.same(
    await foundIds(test, { isPickable: true }),
    ids(({ pickedIn }) => pickedIn !== null),
    'to pick',
  )
  for (const warehouse of ['Oslo-01', 'Central'])
    t.same(
      await foundIds(test, { isPickable: true, warehouseCodes: [warehouse] }),
      ids(({ pickedIn }) => pickedIn === warehouse),
      warehouse,
    )
}

/** The ids of those of `upgradedOrders` that a search finds. */
async function foundIds({ client }: SystemUnderTest, filter: object): Promise<string[]> {
  const body = { productNumbers: [SKU], ...filter, sortOrder: 'DocumentID', take: 100, disableFacets: true }
  return (await client.call<OrderSearchPage>('POST', '/api/Orders/Search', { body })).body.result.map(({ id }) => id)
}
