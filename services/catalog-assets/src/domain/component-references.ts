import type { Product } from '@oms/contracts/catalog/product'
import { DomainError } from '@oms/contracts/errors'
import { placedComponents } from './component-shape.ts'
import { codesOf, skusOf } from './product-codes.ts'

/** What a component or option names: a product, a SKU of it, or a SKU alone. */
export type ComponentReference = { path: string; productId: string | null; skuId: string | null }

/** Which product each code belongs to, and which codes are SKUs; holds at least the codes that were asked for. */
export type KnownCodes = { owners: ReadonlyMap<string, string>; skus: ReadonlySet<string> }

/** A product that another is made of, and those of its SKUs that are named, each once. */
export type ContainedProduct = { productId: string; skuIds: readonly string[] }

/** What the components of a product and their options name. */
export function componentReferences(product: Pick<Product, 'components' | 'variants'>): ComponentReference[] {
  return placedComponents(product).flatMap(({ component, path }) => [
    { path, productId: component.productId, skuId: component.skuId },
    ...component.options.map(({ productId, skuId }, index) => ({ path: `${path}.options[${index}]`, productId, skuId })),
  ])
}

/** The codes that references name, each once. */
export function namedCodes(references: readonly ComponentReference[]): string[] {
  return [...new Set(references.flatMap(({ productId, skuId }) => [productId, skuId].filter((code) => code !== null)))]
}

/** The codes of a product that is about to be written, on top of those that are stored. */
export function withOwnCodes(known: KnownCodes, product: Product): KnownCodes {
  const stored = [...known.owners].filter(([, owner]) => owner !== product.productId)
  const owners = new Map([...stored, ...codesOf(product).map((code) => [code, product.productId] as const)])
  return {
    owners,
    skus: new Set([...[...known.skus].filter((sku) => known.owners.get(sku) !== product.productId), ...skusOf(product)]),
  }
}

/**
 * Checks that every reference names a product that exists and a SKU that belongs to it, and answers the products that the
 * package is made of, each once. Raises `ComponentProductNotFound` and `InvalidComponentSku` with the path (4-decisions N.2).
 */
export function resolveReferences(references: readonly ComponentReference[], known: KnownCodes): ContainedProduct[] {
  const owned = Map.groupBy(references, (reference) => resolve(reference, known))
  return [...owned].map(([productId, named]) => ({
    productId,
    skuIds: [...new Set(named.flatMap(({ skuId }) => (skuId === null ? [] : [skuId])))],
  }))
}

function resolve({ path, productId, skuId }: ComponentReference, { owners, skus }: KnownCodes): string {
  if (productId !== null && owners.get(productId) !== productId) {
    const text = `names product "${productId}", which does not exist`
    throw new DomainError('ComponentProductNotFound', `${path} ${text}.`, { errors: { [`${path}.productId`]: [text] } })
  }
  const owner = skuId === null ? productId : skus.has(skuId) ? owners.get(skuId) : undefined
  if (owner === undefined || owner === null || (productId !== null && owner !== productId)) {
    const text =
      productId === null
        ? `names SKU "${skuId}", which does not exist`
        : `names SKU "${skuId}", which product "${productId}" does not have`
    throw new DomainError('InvalidComponentSku', `${path} ${text}.`, { errors: { [`${path}.skuId`]: [text] } })
  }
  return owner
}
