import { DomainError } from '@open-oms/contracts/errors'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Deps } from '../../deps.ts'

export type ProductDocument = {
  versionId: string
  /** The product as JSON. */
  document: string
}

const findProduct = statement({
  name: 'product-read',
  text: 'select version_id, document from product where product_id = $1',
  parameters: [Sql.text],
  row: { version_id: Sql.uuid, document: Sql.json },
})

/** Reads a product as it is stored. Raises `NotFound`. */
export async function getProduct(deps: Pick<Deps, 'query'>, productId: string): Promise<ProductDocument> {
  const [row] = await findProduct.on(deps, productId)
  if (row === undefined) throw new DomainError('NotFound', `There is no product with id "${productId}".`)
  return { versionId: row.version_id, document: row.document }
}
