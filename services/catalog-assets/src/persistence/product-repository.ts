import { productCreated, productUpdated } from '@oms/contracts/catalog/events'
import type { Product } from '@oms/contracts/catalog/product'
import { DomainError } from '@oms/contracts/errors'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { newEvent } from '@oms/service-kit/events/new-event'
import { outboxParameter, pokeRelays } from '@oms/service-kit/events/outbox'
import { codesOf, skusOf } from '../domain/product-codes.ts'
import { productEventData } from '../domain/product-events.ts'
import { insertProductText, updateProductText } from './product-statements.ts'

export type ProductWrite = {
  product: Product
  /** The products that it is made of, each once. */
  contained: readonly string[]
  actor: string
  /** Ties the event to the request that caused it. */
  correlationId: string
}

const UNIQUE_VIOLATION = '23505'

/** The product with its row locked until the transaction ends, or null. */
export async function loadProductForUpdate(tx: Transaction, productId: string): Promise<Product | null> {
  const [row] = await tx.query<{ document: string }>({
    name: 'product-load-for-update',
    text: 'select document from product where product_id = $1 for no key update',
    values: [productId],
  })
  return row === undefined ? null : JSON.parse(row.document)
}

/**
 * Writes a new product, its codes, component edges, version and event in one statement, the last of the transaction. Raises
 * `ProductIdExists` and `SkuExists` when another write took a code in the meantime.
 */
export async function insertProduct(tx: Transaction, write: ProductWrite): Promise<void> {
  await send(tx, write, { name: 'product-insert', text: insertProductText, contract: productCreated })
}

/** Writes the new state of a product whose row is locked, likewise. Raises `SkuExists`. */
export async function updateProduct(tx: Transaction, write: ProductWrite): Promise<void> {
  await send(tx, write, { name: 'product-update', text: updateProductText, contract: productUpdated })
}

type WriteStatement = { name: string; text: string; contract: typeof productCreated }

async function send(tx: Transaction, write: ProductWrite, { name, text, contract }: WriteStatement): Promise<void> {
  const { product, contained, actor, correlationId } = write
  const { productId, revision, versionId, isPackage, isBundle, created, modified } = product
  const event = newEvent(contract, {
    subject: productId,
    sequence: revision,
    time: new Date(modified),
    data: productEventData(product),
    actor,
    correlationId,
  })
  const own = [productId, revision, versionId, isPackage, isBundle, created, modified, JSON.stringify(product)]
  tx.afterCommit(pokeRelays)
  try {
    await tx.commitWith({
      name,
      text,
      values: [...own, actor, codesOf(product), skusOf(product), contained, outboxParameter([event])],
    })
  } catch (error) {
    throw takenCode(error, product) ?? error
  }
}

function takenCode(error: unknown, { productId }: Product): DomainError | null {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  if (code !== UNIQUE_VIOLATION) return null
  if (constraint === 'product_pkey') return productIdExists(productId)
  return constraint === 'product_code_pkey' ? new DomainError('SkuExists', 'One of the SKUs was taken by another product.') : null
}

export function productIdExists(productId: string): DomainError {
  return new DomainError('ProductIdExists', `There is already a product with id "${productId}".`)
}
