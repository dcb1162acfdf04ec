import { type OrdersTest, orderBody } from '../test-orders.ts'

const BATCH = 500

/**
 * Creates orders without workflow steps, one minute apart, and returns their ids in that order.
 * They share the passed fields, so that `customerId` finds them.
 */
export async function manyOrders(test: OrdersTest, count: number, fields: Record<string, unknown>): Promise<string[]> {
  const bodies = Array.from({ length: count }, (_, index) =>
    orderBody({ orderType: 'Pos', created: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(), ...fields }),
  )
  for (let first = 0; first < count; first += BATCH) {
    const response = await test.send({ method: 'POST', url: '/api/Orders/AddMany', body: bodies.slice(first, first + BATCH) })
    if (response.status !== 204) throw new Error(`The orders were not created: ${response.text}`)
  }
  return bodies.map(({ id }) => id as string)
}

/** The orders with these ids, in the same order. */
export async function fetchOrders(
  test: OrdersTest,
  ids: readonly string[],
): Promise<({ id: string } & Record<string, unknown>)[]> {
  const response = await test.send({ url: '/api/Orders/GetOrders/ByIds', query: { ids: [...ids] } })
  return response.body.orders
}
