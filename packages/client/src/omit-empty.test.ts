import { modelText } from '@open-oms/contracts/model/model-text'
import { Order as OrderModel } from '@open-oms/contracts/orders/order'
import t from 'tap'
import { createClient } from './client.ts'
import { listAll, searchAll } from './lists.ts'
import { exportOrders, scrollOrders } from './orders.ts'
import { json, testServer } from './testing/test-server.ts'
import type { Order, SparseOrder, SparseOrderSearchResult } from './types.ts'

/** Compiles, with the type check of the project, only where one type is the other. */
type Same<A extends B, B extends C, C = A> = [A, B, C]
/** Compiles only where the named fields may be absent. */
type MayLack<T extends { [K in Name]?: unknown }, Name extends keyof T> =
  Record<never, never> extends Pick<T, Name> ? true : never
export type EverythingThatMayBeAbsent = [
  Same<MayLack<SparseOrder, 'customerName' | 'tags' | 'isReadOnly' | 'total' | 'orderForm'>, true>,
  Same<SparseOrder['tags'], string[] | undefined>,
  Same<SparseOrder['customerName'], string | null | undefined>,
  Same<SparseOrder['status'], string>,
  Same<SparseOrderSearchResult['totalHits'], number>,
  Same<SparseOrderSearchResult['result'], SparseOrder[]>,
  Same<Order, SparseOrder, unknown>,
]

const head = { created: '2026-01-01T00:00:00.000Z', fulfilmentStatus: 'Unfulfilled', id: 'one' } as const
/** The least that the types demand. */
const smallest = {
  ...head,
  modified: head.created,
  orderForm: { lineItems: [{ lineItemId: '1', updateStock: false }] },
  orderType: 'Online',
  paymentStatus: 'NotPaid',
  status: 'New',
  storeId: 'Oslo-01',
} satisfies SparseOrder

t.test('given the least sparse order of the types, when it is completed, then the service would send the same', async (t) => {
  const text = modelText(OrderModel)
  t.same(JSON.parse(text.sparse(text.completed(smallest))), smallest)
})

const collectItems = async <T>(items: AsyncIterable<T>) => {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

t.test('given omitEmpty, when orders are read in any way, then each request prefers it', async (t) => {
  const page = { totalHits: 1, result: [smallest], scrollId: 's', isValid: true, facets: [] }
  const { baseUrl, requests } = await testServer(
    t,
    json(200, smallest),
    json(200, page),
    json(200, page),
    json(200, page),
    json(200, page),
    json(200, page),
    json(200, { ...page, result: [] }),
    (response) => void response.writeHead(204).end(),
    json(200, smallest, { 'content-type': 'application/x-ndjson' }),
  )
  const client = createClient({ baseUrl })
  const omitEmpty = true
  const params = { orderId: 'one' }
  const order: SparseOrder = await client.get('/api/Orders/{orderId}', { params, omitEmpty })
  t.same([order.tags ?? [], order.orderForm?.lineItems?.[0]?.quantity ?? 0], [[], 0])
  const { body } = await client.request('post', '/api/Orders/Search', { body: {}, omitEmpty })
  t.same(body.result, [smallest])
  const ofStore = { query: { storeId: ['Oslo-01'] }, omitEmpty: true as const }
  const lists: SparseOrder[][] = [
    (await client.get('/api/Orders/GetOrders', ofStore)).result,
    await collectItems(listAll(client, '/api/Orders/GetOrders', ofStore)),
    await collectItems(searchAll(client, '/api/Orders/Search', { body: {}, omitEmpty })),
    await collectItems(scrollOrders(client, {}, { omitEmpty })),
    await collectItems(exportOrders(client, {}, { omitEmpty })),
  ]
  t.same(lists, [[smallest], [smallest], [smallest], [smallest], [smallest]])
  t.same(
    requests.map(({ method, headers }) => method === 'DELETE' || headers.prefer),
    [...Array(7).fill('omit-empty'), true, 'omit-empty'],
  )
})

t.test('given no omitEmpty, or a preference of the caller, when a call is made, then that is what is sent', async (t) => {
  const { baseUrl, requests } = await testServer(t, json(200, smallest))
  const client = createClient({ baseUrl })
  const params = { orderId: 'one' }
  const whole: Order = await client.get('/api/Orders/{orderId}', { params })
  t.equal(whole.id, 'one')
  await client.get('/api/Orders/{orderId}', { params, omitEmpty: true, headers: { Prefer: 'omit-empty, wait=1' } })
  t.same(
    requests.map(({ headers }) => headers.prefer),
    [undefined, 'omit-empty, wait=1'],
  )
})

t.test('given calls that return no whole orders, when omitEmpty is given, then it does not compile', async (t) => {
  const { baseUrl, requests } = await testServer(t, json(200, {}))
  const client = createClient({ baseUrl })
  // @ts-expect-error: a product has no empty fields to leave out.
  await client.get('/api/products/{productId}', { params: { productId: 'CUP' }, omitEmpty: true })
  // @ts-expect-error: what becomes of a write is whole.
  await client.post('/api/Orders/{orderId}/UpdateStatus', { params: { orderId: '1' }, body: { status: 'New' }, omitEmpty: true })
  t.equal(requests.length, 2)
})
