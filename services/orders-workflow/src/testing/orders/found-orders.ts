import type { Order } from '@open-oms/contracts/orders/order'
import type { SampleForm, SampleOrder } from '../sample-order.ts'
import type { OrdersTest } from '../test-orders.ts'
import { insertDirectly, simpleOrder } from './direct-writes.ts'

/** Writes an order unchanged, without workflow, and returns it. */
export async function storedOrder(
  test: OrdersTest,
  { id, ...fields }: SampleOrder & { id: string },
  form: SampleForm = {},
): Promise<Order> {
  const payments = (form.payments ?? []).map((payment, index) => ({ id: `payment-${index + 1}`, ...payment }))
  return (await insertDirectly(test.deps, simpleOrder(id, fields, { ...form, payments }))).order
}

type SearchOptions = { storeIds?: string[] }

/** Sends a search without facets and returns the whole response. */
export async function searched(test: OrdersTest, request: Record<string, unknown>, as: SearchOptions = {}) {
  const body = { disableFacets: true, ...request }
  const response = await test.send({ method: 'POST', url: '/api/Orders/Search', body, as })
  if (response.status !== 200) throw new Error(`The search failed: ${response.text}`)
  return response.body
}

/** The ids of the orders that a search finds, by id unless the search has a sort order. */
export async function foundIds(test: OrdersTest, request: Record<string, unknown>, as: SearchOptions = {}): Promise<string[]> {
  const { totalHits, result } = await searched(test, { sortOrder: 'DocumentID', take: 100, ...request }, as)
  if (totalHits !== result.length) throw new Error(`${result.length} orders are returned, and ${totalHits} are counted.`)
  return result.map((order: { id: string }) => order.id)
}
