import type { RestClient } from './rest-client.ts'

const products = [
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
export async function createProducts(client: RestClient): Promise<number> {
  let created = 0
  for (const product of products) {
    const { status } = await client.call('GET', `/api/products/${product.productId}`, { also: [404] })
    if (status === 200) continue
    await client.call('POST', '/api/products', { body: product })
    created++
  }
  return created
}

type StoredPackage = { components?: { productId: string | null }[] | null }

/**
 * Whether the catalogue refuses a package that would contain itself, as it must. Null when it is
 * not asked: the tenant has products of its own by these ids, which must stay as they are.
 */
export async function isCircleRefused(client: RestClient): Promise<boolean | null> {
  const { body: box } = await client.call<StoredPackage>('GET', '/api/products/coffee-starter-box')
  if (box.components?.some(({ productId }) => productId === 'coffee-beans') !== true) return null
  const circle = {
    productId: 'coffee-beans',
    name: 'Coffee beans 500 g',
    isPackage: true,
    components: [{ productId: 'coffee-starter-box', quantity: 1 }],
  }
  const { status, body } = await client.call<{ error: string }>('PUT', '/api/products', { body: circle, also: [400] })
  return status === 400 && body.error === 'CircularReference'
}
