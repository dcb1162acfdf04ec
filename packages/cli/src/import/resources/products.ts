import { ProductInput } from '@open-oms/contracts/catalog/product'
import { createProduct, searchProducts, updateProduct } from '@open-oms/contracts/catalog/routes'
import { kinds } from '@open-oms/import/kinds'
import type { Item } from '@open-oms/import/reading/read-item'
import { compileReader } from '@open-oms/service-kit/input/read-input'
import { ApiFailure } from '../../api/api-failure.ts'
import { type Api, itemRefusals, type Refusal } from './api.ts'
import type { ComparedItem, Comparison, Difference, Resource, SendOptions, SendResult } from './resource.ts'

type Variant = { skuId: string; price?: number | null }

const read = compileReader(ProductInput, 'json') as (item: Item) => Item

/**
 * Products with their variants (products.md#product-creation). Those that are there already are
 * left alone, or replaced with `--update`.
 */
export const products: Resource = {
  ...kinds.products,
  read,
  batchMax: 20,
  canUpdate: true,
  send,
  compare,
}

async function send(api: Api, items: readonly Item[], { key, updates }: SendOptions): Promise<SendResult> {
  const outcomes: SendResult['outcomes'][number][] = []
  const refusals: Refusal[] = []
  for (const [index, item] of items.entries()) {
    const headers = { 'idempotency-key': `${key}-${index}`, prefer: 'return=minimal' }
    try {
      outcomes.push(await sendProduct(api, item as ProductInput, { headers, updates }))
    } catch (failure) {
      refusals.push(...itemRefusals(index, failure))
      outcomes.push('failed')
    }
  }
  return { outcomes, refusals }
}

async function sendProduct(
  api: Api,
  body: ProductInput,
  { headers, updates }: { headers: Record<string, string>; updates: boolean },
): Promise<SendResult['outcomes'][number]> {
  try {
    await api.call(createProduct, { body, headers })
    return 'created'
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.code !== 'ProductIdExists') throw failure
    if (!updates) return 'existing'
    await api.call(updateProduct, { body, headers: { ...headers, 'idempotency-key': `${headers['idempotency-key']}-update` } })
    return 'updated'
  }
}

async function compare(api: Api, items: readonly ComparedItem[]): Promise<Comparison> {
  const productIds = items.map(({ key }) => key)
  const { result } = await api.call(searchProducts, { body: { productIds, take: 100, disableFacets: true } })
  const stored = new Map(result.map((product) => [product.productId, product as Item]))
  const differences = items.flatMap(({ key, item }) => compareProduct(item, stored.get(key) ?? null))
  return { found: stored.size, differences, sums: [] }
}

/** What a file and the system say of a product: name, price, and the SKUs with their prices. */
export function compareProduct(item: Item, stored: Item | null): Difference[] {
  const key = item.productId as string
  if (stored === null) return [{ key, property: 'product', file: 'there', system: 'missing' }]
  const fields = (['name', 'price'] as const).filter((field) => isStated(item[field]) && item[field] !== stored[field])
  const there = new Map(((stored.variants ?? []) as Variant[]).map((variant) => [variant.skuId, variant]))
  const variants = ((item.variants ?? []) as Variant[]).flatMap(({ skuId, price }): Difference[] => {
    const variant = there.get(skuId)
    if (variant === undefined) return [{ key, property: `variants[${skuId}]`, file: 'there', system: 'missing' }]
    return isStated(price) && price !== variant.price
      ? [{ key, property: `variants[${skuId}].price`, file: price, system: variant.price }]
      : []
  })
  return [...fields.map((property) => ({ key, property, file: item[property], system: stored[property] })), ...variants]
}

function isStated(value: unknown): boolean {
  return value !== undefined && value !== null
}
