import type { Database } from '@oms/service-kit/database/database'

export type ProductDocument = {
  versionId: string
  /** The product as JSON. */
  document: string
}

/** The stored document of a product as text, or null. */
export async function readProductDocument(
  { query }: Pick<Database, 'query'>,
  productId: string,
): Promise<ProductDocument | null> {
  const [row] = await query<{ version_id: string; document: string }>({
    name: 'product-read',
    text: 'select version_id, document from product where product_id = $1',
    values: [productId],
  })
  return row === undefined ? null : { versionId: row.version_id, document: row.document }
}
