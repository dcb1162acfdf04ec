import type { Product } from '@open-oms/client/types'
import { queryOptions } from '@tanstack/react-query'
import { gateway } from '../../session/gateway.ts'
import { componentLists, namedBy } from './component-tree.ts'
import { batches, PER_REQUEST } from './stock-of-query.ts'

/** So many products of a package are read; a larger one shows the others without their names. */
const PARTS_MAX = 1_000

/**
 * The products that a package is made of, over all depths, by their ids and the SKUs of their
 * variants.
 */
export function partsQuery(product: Product) {
  return queryOptions({
    queryKey: ['catalogue', 'product', product.productId, 'parts', product.versionId],
    queryFn: ({ signal }) => loadParts(product, signal),
  })
}

async function loadParts(product: Product, signal: AbortSignal): Promise<Map<string, Product>> {
  const known = new Map<string, Product>()
  const asked = new Set<string>()
  let found = [product]
  while (found.length > 0) {
    const names = found.flatMap((one) => componentLists(one).flatMap(namedBy)).filter((name) => !asked.has(name))
    const wanted = [...new Set(names)].slice(0, PARTS_MAX - asked.size)
    for (const name of wanted) asked.add(name)
    found = await productsNamed(wanted, signal)
    for (const one of found) addTo(known, one)
  }
  return known
}

/** Products by ids and SKUs. */
export async function productsNamed(names: readonly string[], signal: AbortSignal): Promise<Product[]> {
  const search = (ids: { productIds: string[] } | { skuIds: string[] }) =>
    gateway.post('/api/products/SearchProducts', { body: { ...ids, take: PER_REQUEST, disableFacets: true }, signal })
  const pages = await Promise.all(batches(names).flatMap((some) => [search({ productIds: some }), search({ skuIds: some })]))
  return [...new Map(pages.flatMap(({ result }) => result).map((one) => [one.productId, one])).values()]
}

function addTo(known: Map<string, Product>, product: Product): void {
  for (const { skuId } of product.variants) known.set(skuId, product)
  known.set(product.productId, product)
}
