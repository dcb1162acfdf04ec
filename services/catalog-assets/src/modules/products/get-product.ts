import { DomainError } from '@oms/contracts/errors'
import type { Deps } from '../../deps/deps.ts'

export type ProductDocument = {
  versionId: string
  /** The product as JSON. */
  document: string
}

/** Reads a product as it is stored. Raises `NotFound`. */
export async function getProduct({ query }: Pick<Deps, 'query'>, productId: string): Promise<ProductDocument> {
  const [row] = await query<{ version_id: string; document: string }>({
    name: 'product-read',
    text: 'select version_id, document from product where product_id = $1',
    values: [productId],
  })
  if (row === undefined) throw new DomainError('NotFound', `There is no product with id "${productId}".`)
  return { versionId: row.version_id, document: row.document }
}
