import type { Product } from '@open-oms/contracts/catalog/product'
import { DomainError } from '@open-oms/contracts/errors'
import { Sql, type Statement, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { usePrisma } from '../../database/use-prisma.ts'
import { deleteProductRow, insertProductRow, updateProductRow } from './product-statements.ts'

/** A product as it is written, with the rows that belong to it. */
export type ProductRow = {
  product: Product
  actor: string
  codes: readonly string[]
  /** Those of the codes that are SKUs. */
  skus: readonly string[]
  /** The products that it is made of; null where they stay as they are. */
  contained: readonly { productId: string; skuIds: readonly string[] }[] | null
  /** As `outboxParameter` makes them. */
  events: string
  /** The search row as JSON. */
  search: string
}

const loadForUpdate = statement({
  name: 'product-load-for-update',
  text: 'select document from product where product_id = $1 for no key update',
  parameters: [Sql.text],
  row: { document: Sql.json },
})

/** The product with its row locked until the transaction ends, or null. */
export async function loadProductForUpdate(tx: Transaction, productId: string): Promise<Product | null> {
  const [row] = await loadForUpdate.on(tx, productId)
  return row === undefined ? null : JSON.parse(row.document)
}

/** The product that a product id, a SKU or a variant's SKU names, or null. */
export async function findProductId(tx: Transaction, code: string): Promise<string | null> {
  const row = await usePrisma(tx, (prisma) => prisma.productCode.findUnique({ where: { code }, select: { productId: true } }))
  return row?.productId ?? null
}

export function insertStatement(row: ProductRow): Statement {
  return insertProductRow.with(...rowValues(row))
}

/** For a product whose row is locked. */
export function updateStatement(row: ProductRow): Statement {
  return updateProductRow.with(...rowValues(row))
}

/** For a product whose row is locked; `product` is its last state under the revision of its end. */
export function deleteStatement({ product, actor, events }: Pick<ProductRow, 'product' | 'actor' | 'events'>): Statement {
  const { productId, revision, versionId, modified } = product
  return deleteProductRow.with(productId, revision, versionId, modified, actor, JSON.stringify(product), events)
}

function rowValues({ product, actor, codes, skus, contained, events, search }: ProductRow) {
  const { productId, revision, versionId, isPackage, isBundle, created, modified } = product
  const own = [productId, revision, versionId, isPackage, isBundle, created, modified, JSON.stringify(product)] as const
  const edges = contained?.map(({ productId, skuIds }) => ({ component_product_id: productId, sku_ids: skuIds }))
  return [...own, actor, codes, skus, edges === undefined ? null : JSON.stringify(edges), events, search] as const
}

const UNIQUE_VIOLATION = '23505'
/**
 * The constraints that two creations of one id run into. A revision is taken when the other one was
 * deleted in between.
 */
const keysOfProduct = ['product_pkey', 'product_version_pkey']

/**
 * The error for a write that failed because another one took a code of the product; null for every
 * other failure.
 */
export function takenCode(error: unknown, productId: string): DomainError | null {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  if (code !== UNIQUE_VIOLATION || typeof constraint !== 'string') return null
  if (keysOfProduct.includes(constraint)) return productIdExists(productId)
  return constraint === 'product_code_pkey' ? new DomainError('SkuExists', 'One of the SKUs was taken by another product.') : null
}

export function productIdExists(productId: string): DomainError {
  return new DomainError('ProductIdExists', `There is already a product with id "${productId}".`)
}
