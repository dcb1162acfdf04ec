import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Database } from '@open-oms/service-kit/database/database'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { isDivisible, type PackageCatalogue, packageCatalogue } from '../../order/rules/packages/package-catalogue.ts'
import { findProducts, findSkusOfProducts, type KnownProduct, type ReadProducts } from '../../product-copy/product-copy.ts'

type Reader = Pick<Database | Transaction, 'query'>

/** The fields of a line that name its product and selections. */
export type PackageLine = {
  code?: OrderLine['code'] | undefined
  productId?: OrderLine['productId'] | undefined
  components?: readonly Partial<Record<'skuId' | 'productId', string | null>>[] | undefined
}

type Further = {
  selections?: NonNullable<PackageLine['components']>
  /** What the request has read already. */
  readProducts?: ReadProducts | undefined
}

/**
 * What the breakdown of packages needs of the products of some lines and of further selections for
 * them: their SKUs, and of packages and bundles those of their components, over any depth. One
 * query where there are no packages.
 */
export async function findPackageProducts(
  reader: Reader,
  lines: readonly PackageLine[],
  { selections = [], readProducts }: Further = {},
): Promise<PackageCatalogue> {
  const found = new Map<string, KnownProduct>()
  const asked = { skus: new Set<string>(), products: new Set<string>(), readProducts }
  const own = lines.flatMap(({ code, productId }) => code || productId || [])
  let next = await read(reader, { skus: own, products: [] }, asked)
  let chosen: NonNullable<PackageLine['components']> = [...lines.flatMap(({ components = [] }) => components), ...selections]
  for (;;) {
    const fresh = next.filter(({ skuId }) => !found.has(skuId))
    for (const product of fresh) found.set(product.skuId, product)
    const parts = fresh.filter(isDivisible).flatMap(({ components }) => components)
    if (parts.length === 0) return packageCatalogue(found.values())
    // Of options only the selected ones count.
    const wanted = [
      ...parts.map(({ skuId, productId, options }) => (options.length > 0 ? { skuId } : { skuId, productId })),
      ...chosen,
    ]
    chosen = []
    const skus = wanted.flatMap(({ skuId }) => skuId ?? [])
    const products = wanted.flatMap(({ skuId, productId }) => (skuId || !productId ? [] : [productId]))
    next = await read(reader, { skus, products }, asked)
  }
}

type ProductRequest = { skus: readonly string[]; products: readonly string[] }

/** Loads the products that are not loaded yet. */
async function read(
  reader: Reader,
  { skus, products }: ProductRequest,
  asked: Record<keyof ProductRequest, Set<string>> & Pick<Further, 'readProducts'>,
): Promise<KnownProduct[]> {
  const [newSkus, newProducts] = [unasked(skus, asked.skus), unasked(products, asked.products)]
  return [
    ...(newSkus.length === 0 ? [] : await findProducts(reader, newSkus, asked.readProducts)),
    ...(newProducts.length === 0 ? [] : await findSkusOfProducts(reader, newProducts)),
  ]
}

function unasked(ids: readonly string[], asked: Set<string>): string[] {
  const fresh = [...new Set(ids)].filter((id) => !asked.has(id))
  for (const id of fresh) asked.add(id)
  return fresh
}
