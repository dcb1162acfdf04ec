import { DomainError } from '@oms/contracts/errors'
import type { Deps } from '../../deps/deps.ts'
import { type ProductDocument, readProductDocument } from './product-queries.ts'

/** Reads a product as it is stored. Raises `NotFound`. */
export async function getProduct(deps: Pick<Deps, 'query'>, productId: string): Promise<ProductDocument> {
  const found = await readProductDocument(deps, productId)
  if (found === null) throw new DomainError('NotFound', `There is no product with id "${productId}".`)
  return found
}
