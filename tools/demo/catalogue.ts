import type { Client } from '@open-oms/client'
import { isApiError } from '@open-oms/client/errors'
import { uploadFile } from '@open-oms/client/files'
import type { NewProduct, Product } from '@open-oms/client/types'
import { drawGoods } from './shop/drawings.ts'
import { type Goods, goods } from './shop/goods.ts'
import { inTurns } from './shop/in-turns.ts'

/**
 * Creates the products of the shop with their pictures; those of an earlier run stay as they are.
 * Returns how many are new.
 */
export async function createProducts(client: Client): Promise<number> {
  const added: Goods[] = []
  // One after the other: a package comes after what is in it.
  for (const item of [...goods].sort((a, b) => Number(a.contents !== undefined) - Number(b.contents !== undefined))) {
    if ((await findProduct(client, item.productId)) !== null) continue
    await client.post('/api/products', { body: productBody(item) })
    added.push(item)
  }
  await inTurns(added, (item) => addPictures(client, item))
  return added.length
}

function productBody({ productId, variants, contents, ...goods }: Goods): NewProduct {
  const { name, brand, productType, description, price } = goods
  return {
    ...{ productId, name, brand, productType, description, price },
    gtins: variants.length === 0 ? [gtin(productId)] : [],
    variants: variants.map((variant) => ({ skuId: variant.skuId, name: variant.name, gtins: [gtin(variant.skuId)] })),
    isPackage: contents !== undefined,
    components: (contents ?? []).map((content) => ({ ...content, isRequired: true })),
  }
}

/** The picture of the product, and one of each variant that looks different. */
async function addPictures(client: Client, { productId, shape, colour, variants }: Goods): Promise<void> {
  const coloured = variants.flatMap(({ skuId, colour }) => (colour === undefined ? [] : [{ skuId, colour }]))
  for (const { skuId, colour: tone } of [{ skuId: productId, colour }, ...coloured]) {
    const query = { fileName: `${skuId.toLowerCase()}.png` }
    const file = await drawGoods(shape, tone)
    await uploadFile(client, '/api/products/Assets/AddAsset/{skuId}', { params: { skuId }, query, file })
  }
}

/** A barcode of a SKU, among those that a shop may use for itself (they begin with 20). */
function gtin(skuId: string): string {
  const number = [...skuId].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 10 ** 10, 7)
  const digits = `20${String(number).padStart(10, '0')}`
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
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
