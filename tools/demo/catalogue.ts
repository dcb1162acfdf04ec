import type { Client } from '@open-oms/client'
import { isApiError } from '@open-oms/client/errors'
import type { NewProduct, Product } from '@open-oms/client/types'

const products: readonly (NewProduct & { productId: string })[] = [
  {
    productId: 'coffee-machine',
    name: 'Coffee machine',
    price: 1999,
    variants: [
      { skuId: 'coffee-machine-black', name: 'Black' },
      { skuId: 'coffee-machine-steel', name: 'Steel' },
    ],
  },
  { productId: 'coffee-beans', name: 'Coffee beans 500 g', price: 129, variants: [] },
  { productId: 'coffee-cup', name: 'Coffee cup', price: 89, variants: [] },
  {
    productId: 'coffee-starter-box',
    name: 'Coffee starter box',
    price: 499,
    isPackage: true,
    components: [
      { productId: 'coffee-beans', quantity: 2, isRequired: true, componentName: 'Beans' },
      { productId: 'coffee-cup', quantity: 4, isRequired: true, componentName: 'Cups' },
    ],
  },
]

/**
 * Creates the products of the story; those of an earlier run stay as they are. Returns how many are
 * new.
 */
export async function createProducts(client: Client): Promise<number> {
  let created = 0
  for (const product of products) {
    if ((await findProduct(client, product.productId)) !== null) continue
    await client.post('/api/products', { body: product })
    created++
  }
  return created
}

/** A product; null when there is none by that id. */
async function findProduct(client: Client, productId: string): Promise<Product | null> {
  return await client.get('/api/products/{productId}', { params: { productId } }).catch((error: unknown) => {
    if (isApiError(error, 'NotFound')) return null
    throw error
  })
}

/**
 * Whether the catalogue refuses a package that would contain itself, as it must. Null when it is
 * not asked: the tenant has products of its own by these ids, which must stay as they are.
 */
export async function isCircleRefused(client: Client): Promise<boolean | null> {
  const box = await findProduct(client, 'coffee-starter-box')
  if (box?.components?.some(({ productId }) => productId === 'coffee-beans') !== true) return null
  const circle = {
    productId: 'coffee-beans',
    name: 'Coffee beans 500 g',
    isPackage: true,
    components: [{ productId: 'coffee-starter-box', quantity: 1 }],
  }
  const error = await client.put('/api/products', { body: circle }).catch((raised: unknown) => raised)
  if (error instanceof Error && !isApiError(error)) throw error
  return isApiError(error, 'CircularReference')
}
