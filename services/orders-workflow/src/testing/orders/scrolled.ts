import type { OrdersTest } from '../test-orders.ts'

type Order = { id: string } & Record<string, unknown>
export type ScrollResponse = { totalHits: number; result: Order[]; scrollId: string; isValid: boolean }
type As = { clientId?: string; storeIds?: string[] }

/** Opens a scroll and returns its first batch. */
export async function openedScroll(test: OrdersTest, body: Record<string, unknown> = {}, as: As = {}): Promise<ScrollResponse> {
  const response = await test.send({ method: 'POST', url: '/api/Orders/Scroll', body, as })
  if (response.status !== 200) throw new Error(`The scroll was not opened: ${response.text}`)
  return response.body
}

/** Reads the batch of a scroll id. */
export function nextBatch(test: OrdersTest, scrollId: string, as: As = {}) {
  return test.send({ url: `/api/Orders/Scroll/${scrollId}`, as })
}

/** Reads a scroll to its end; returns all orders after the first batch. */
export async function scrollToEnd(test: OrdersTest, first: ScrollResponse, as: As = {}): Promise<Order[]> {
  const orders: Order[] = []
  for (let { scrollId } = first; ; ) {
    const { status, body, text } = await nextBatch(test, scrollId, as)
    if (status !== 200) throw new Error(`The scroll broke off: ${text}`)
    if (body.result.length === 0) return orders
    orders.push(...body.result)
    scrollId = body.scrollId
  }
}
