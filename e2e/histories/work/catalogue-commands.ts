import type { Client } from './client.ts'

const products = Array.from({ length: 6 }, (_, index) => `PRODUCT-${index + 1}`)
const UNCONDITIONAL = 0.5

/**
 * Creates one of a few products, or replaces it, or deletes it. The name of each version is the
 * mark of the request that wrote it.
 */
export async function writeProduct(client: Client): Promise<void> {
  const { random } = client
  const productId = random.pick(products)
  const path = `/api/products/${productId}`
  const read = await client.send({ operation: 'readProduct', method: 'GET', path })
  if (read.isOk && random.isTrue(0.15)) {
    await client.send({ operation: 'deleteProduct', method: 'DELETE', path })
    return
  }
  const mark = client.newMark()
  const call = read.isOk
    ? ({ operation: 'updateProduct', method: 'PUT', ifMatch: random.isTrue(UNCONDITIONAL) ? null : read.versionId } as const)
    : ({ operation: 'createProduct', method: 'POST' } as const)
  const body = { productId, name: mark, price: random.integer(1, 500), taxRate: 25 }
  await client.send({ ...call, path: '/api/products', body, mark })
}
