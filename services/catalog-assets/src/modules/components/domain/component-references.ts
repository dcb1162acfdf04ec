import type { Product } from '@open-oms/contracts/catalog/product'
import { invariant } from '@open-oms/contracts/errors'
import type { ComponentProblem } from './component-problems.ts'
import { placedComponents } from './component-shape.ts'
import { orderableSkus, productCodes } from './product-codes.ts'

/** What a component or option names: a product, a SKU of it, or a SKU alone. */
export type ComponentReference = { path: string; productId: string | null; skuId: string | null }

/**
 * Which product each code belongs to, and which codes are SKUs; holds at least the codes that were
 * asked for.
 */
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
  const owners = new Map([...stored, ...productCodes(product).map((code) => [code, product.productId] as const)])
  return {
    owners,
    skus: new Set([...[...known.skus].filter((sku) => known.owners.get(sku) !== product.productId), ...orderableSkus(product)]),
  }
}

/**
 * The problems of references (components.md#component-checks): products that do not exist, SKUs
 * that do not belong to the product that is named.
 */
export function referenceProblems(references: readonly ComponentReference[], known: KnownCodes): ComponentProblem[] {
  return references.flatMap((reference) => findComponentProblem(reference, known) ?? [])
}

/** The products that references without problems name, each once. */
export function containedProducts(references: readonly ComponentReference[], known: KnownCodes): ContainedProduct[] {
  const owned = Map.groupBy(references, (reference) => {
    const owner = findOwner(reference, known)
    invariant(owner !== undefined, `${reference.path} names a product`)
    return owner
  })
  return [...owned].map(([productId, named]) => ({
    productId,
    skuIds: [...new Set(named.flatMap(({ skuId }) => (skuId === null ? [] : [skuId])))],
  }))
}

/**
 * The product that a reference names, whether it exists or not; undefined for an unknown SKU and
 * for an empty reference.
 */
function findOwner({ productId, skuId }: ComponentReference, { owners, skus }: KnownCodes): string | undefined {
  if (skuId === null) return productId ?? undefined
  return skus.has(skuId) ? owners.get(skuId) : undefined
}

function findComponentProblem(reference: ComponentReference, known: KnownCodes): ComponentProblem | null {
  const { path, productId, skuId } = reference
  if (productId !== null && known.owners.get(productId) !== productId) {
    return {
      code: 'ComponentProductNotFound',
      path: `${path}.productId`,
      text: `names product "${productId}", which does not exist`,
    }
  }
  // An option that names nothing is a problem of its shape.
  if (skuId === null) return null
  const owner = findOwner(reference, known)
  if (owner !== undefined && (productId === null || owner === productId)) return null
  const fault = productId === null ? 'which does not exist' : `which product "${productId}" does not have`
  return { code: 'InvalidComponentSku', path: `${path}.skuId`, text: `names SKU "${skuId}", ${fault}` }
}
