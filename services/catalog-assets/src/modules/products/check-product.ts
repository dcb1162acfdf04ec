import type { Product } from '@open-oms/contracts/catalog/product'
import { DomainError } from '@open-oms/contracts/errors'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { readComponentEdges, readKnownCodes } from '../components/component-store.ts'
import { assertNoCircle } from '../components/domain/component-circle.ts'
import { assertNoProblems } from '../components/domain/component-problems.ts'
import {
  type ContainedProduct,
  componentReferences,
  containedProducts,
  type KnownCodes,
  namedCodes,
  referenceProblems,
  withOwnCodes,
} from '../components/domain/component-references.ts'
import { componentShapeProblems } from '../components/domain/component-shape.ts'
import { productCodes } from '../components/domain/product-codes.ts'
import { productIdExists } from './product-store.ts'

/**
 * Checks a product against all others and returns the products that it is made of
 * (ids.md#product-codes, components.md#component-checks). Raises `ProductIdExists` when a new one
 * has the id of another, `SkuExists` for a code of another product, and for its components
 * `ComponentInvalid`, `ComponentProductNotFound` and `InvalidComponentSku`, which name every bad
 * path, and `CircularReference`.
 */
export async function checkProduct(tx: Transaction, product: Product, state: 'new' | 'stored'): Promise<ContainedProduct[]> {
  const references = componentReferences(product)
  const known = await readKnownCodes(tx, [...productCodes(product), ...namedCodes(references)])
  const knownThen = withOwnCodes(known, product)
  assertNoProblems([...componentShapeProblems(product), ...referenceProblems(references, knownThen)])
  if (state === 'new' && known.owners.get(product.productId) === product.productId) throw productIdExists(product.productId)
  assertCodesFree(product, known)
  if (references.length === 0) return []
  const contained = containedProducts(references, knownThen)
  const containedIds = contained.map(({ productId }) => productId)
  assertNoCircle(product.productId, containedIds, await readComponentEdges(tx, containedIds))
  return contained
}

function assertCodesFree(product: Product, { owners }: KnownCodes): void {
  for (const code of productCodes(product)) {
    const owner = owners.get(code)
    if (owner !== undefined && owner !== product.productId) {
      throw new DomainError('SkuExists', `The code "${code}" already belongs to product "${owner}".`)
    }
  }
}
