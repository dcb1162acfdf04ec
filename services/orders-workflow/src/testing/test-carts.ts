import type { ProductEventData } from '@open-oms/contracts/catalog/events'
import { storeProduct } from '../product-copy/product-copy.ts'
import type { OrdersTest } from './test-orders.ts'

/** Stores products in the copy, as their events do. */
export async function knownProducts(test: Pick<OrdersTest, 'database'>, ...products: ProductEventData[]): Promise<void> {
  for (const product of products) await test.database.inTransaction((tx) => storeProduct(tx, product))
}

let carts = 0

/** The body of a cart without lines. Fields that are passed replace the sample's. */
export function cartBody(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { id: `cart-${process.pid}-${++carts}`, storeId: 'Oslo-01', marketId: 'NOR', customerName: 'Kari Nordmann', ...fields }
}

/** Creates a cart over the API and returns it. */
// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
export async function createdCart(test: OrdersTest, fields: Record<string, unknown> = {}): Promise<any> {
  const response = await test.send({ method: 'POST', url: '/api/cart', body: cartBody(fields) })
  if (response.status !== 201) throw new Error(`The cart was not created: ${response.text}`)
  return response.body
}

type SendOptions = { headers?: Record<string, string>; as?: { roles?: string[]; storeIds?: string[] } }

/** The calls of carts, by the id of one. */
export function cartCalls(test: OrdersTest) {
  const at = (cartId: string, path = '') => `/api/cart/${encodeURIComponent(cartId)}${path}`
  return {
    read: (cartId: string, sending: SendOptions = {}) => test.send({ url: at(cartId), ...sending }),
    replace: (cartId: string, body: unknown, sending: SendOptions = {}) =>
      test.send({ method: 'PUT', url: at(cartId), body, ...sending }),
    remove: (cartId: string, sending: SendOptions = {}) => test.send({ method: 'DELETE', url: at(cartId), ...sending }),
    add: (cartId: string, query: Record<string, string>, sending: SendOptions = {}) =>
      test.send({ method: 'POST', url: at(cartId, '/OrderLines/Add'), query, ...sending }),
    set: (cartId: string, body: unknown, sending: SendOptions = {}) =>
      test.send({ method: 'PUT', url: at(cartId, '/OrderLines'), body, ...sending }),
    select: ([cartId, lineItemId]: readonly [string, string], body: unknown, sending: SendOptions = {}) =>
      test.send({
        method: 'POST',
        url: at(cartId, `/UpdateComponentsInCart/orderLineId/${encodeURIComponent(lineItemId)}/`),
        body,
        ...sending,
      }),
    order: (cartId: string, query: Record<string, string> = {}, sending: SendOptions = {}) =>
      test.send({ method: 'POST', url: at(cartId, '/CreateOrder'), query, ...sending }),
    dryRun: (cartId: string, status: string, sending: SendOptions = {}) =>
      test.send({
        method: 'POST',
        url: `/api/Orders/${encodeURIComponent(cartId)}/processCartWorkflowTest/${encodeURIComponent(status)}`,
        ...sending,
      }),
  }
}
