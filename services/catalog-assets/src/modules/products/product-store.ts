import { productCreated, productDeleted, productUpdated } from '@oms/contracts/catalog/events'
import type { Product } from '@oms/contracts/catalog/product'
import { DomainError } from '@oms/contracts/errors'
import type { Statement } from '@oms/service-kit/database/database'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { newEvent } from '@oms/service-kit/events/new-event'
import { outboxParameter, pokeRelays } from '@oms/service-kit/events/outbox'
import type { EventOrigin } from '../assets/asset-events.ts'
import { carriersOf } from '../assets/domain/asset-carriers.ts'
import { type AssetWrite, type HeldFiles, type HolderWrite, touchesAssets, writeWithAssets } from '../assets/write-with-assets.ts'
import type { ContainedProduct } from '../components/domain/component-references.ts'
import { codesOf, skusOf } from '../components/domain/product-codes.ts'
import { searchRecord } from '../product-search/search-record.ts'
import { productEventData } from './domain/product-events.ts'
import { deleteProductText, insertProductText, updateProductText } from './product-statements.ts'

/** Who writes, and what ties the event to the request that caused it. */
export type WriteAuthor = { actor: string; correlationId: string }

export type ProductWrite = WriteAuthor & {
  /** Its last state, as this transaction has loaded it; null for a new one. */
  before: Product | null
  product: Product
  /** The products that it is made of, each once; null where they stay as they are. */
  contained: readonly ContainedProduct[] | null
  /** The files that this request has stored. */
  files?: HeldFiles
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
 * Writes a new product, its codes, component edges, search row, version and event in one statement, the last of the transaction.
 * Raises `ProductIdExists` and `SkuExists` when another write took a code in the meantime.
 */
export async function insertProduct(tx: Transaction, write: ProductWrite): Promise<void> {
  await save(tx, write, statementOf(write, { name: 'product-insert', text: insertProductText, contract: productCreated }))
}

/** Writes the new state of a product whose row is locked, likewise. Raises `SkuExists`. */
export async function updateProduct(tx: Transaction, write: ProductWrite): Promise<void> {
  await save(tx, write, updateOf(write))
}

/** Writes new assets of products whose rows are locked, with one event per asset and one per product. */
export async function updateProductsAssets(tx: Transaction, writes: readonly ProductWrite[]): Promise<void> {
  const [first] = writes
  if (first === undefined) return
  tx.afterCommit(pokeRelays)
  await writeWithAssets(
    tx,
    { holders: writes.map(holderOf), files: first.files ?? new Map(), origin: originOf(first) },
    async () => {
      // Sent without waiting for each answer; they are done in this order all the same.
      await Promise.all(writes.map((write) => tx.query(updateOf(write))))
    },
  )
}

/** Removes a product whose row is locked, likewise; `product` is its last state under the revision of its end. */
export async function deleteProduct(tx: Transaction, write: WriteAuthor & { product: Product }): Promise<void> {
  const { product, actor } = write
  const { productId, revision, versionId, modified } = product
  const statement = {
    name: 'product-delete',
    text: deleteProductText,
    values: [productId, revision, versionId, modified, actor, JSON.stringify(product), eventParameter(write, productDeleted)],
  }
  const holder = { holder: { productId }, before: carriersOf(product), after: [] }
  await commit(tx, { holders: [holder], files: new Map(), origin: originOf(write) }, statement)
}

type WriteStatement = { name: string; text: string; contract: typeof productCreated }

function updateOf(write: ProductWrite): Statement {
  return statementOf(write, { name: 'product-update', text: updateProductText, contract: productUpdated })
}

function statementOf(write: ProductWrite, { name, text, contract }: WriteStatement): Statement {
  const { product, contained, actor } = write
  const { productId, revision, versionId, isPackage, isBundle, created, modified } = product
  const own = [productId, revision, versionId, isPackage, isBundle, created, modified, JSON.stringify(product)]
  const edges = contained?.map(({ productId, skuIds }) => ({ component_product_id: productId, sku_ids: skuIds }))
  const belonging = [codesOf(product), skusOf(product), edges === undefined ? null : JSON.stringify(edges)]
  return { name, text, values: [...own, actor, ...belonging, eventParameter(write, contract), searchRecord(product)] }
}

async function save(tx: Transaction, write: ProductWrite, statement: Statement): Promise<void> {
  try {
    await commit(tx, { holders: [holderOf(write)], files: write.files ?? new Map(), origin: originOf(write) }, statement)
  } catch (error) {
    throw takenCode(error, write.product) ?? error
  }
}

/** One statement that commits; with assets, several. */
async function commit(tx: Transaction, assets: AssetWrite, statement: Statement): Promise<void> {
  tx.afterCommit(pokeRelays)
  if (!touchesAssets(assets.holders)) await tx.commitWith(statement)
  else await writeWithAssets(tx, assets, async () => void (await tx.query(statement)))
}

function holderOf({ before, product }: ProductWrite): HolderWrite {
  return { holder: { productId: product.productId }, before: carriersOf(before), after: carriersOf(product) }
}

function originOf({ actor, correlationId, product }: WriteAuthor & { product: Product }): EventOrigin {
  return { actor, correlationId, now: product.modified }
}

function eventParameter({ product, actor, correlationId }: WriteAuthor & { product: Product }, contract: typeof productCreated) {
  const { productId: subject, revision: sequence, modified } = product
  const data = productEventData(product)
  return outboxParameter([newEvent(contract, { subject, sequence, time: new Date(modified), data, actor, correlationId })])
}

/** The constraints that two creations of one id run into. A revision is taken when the other one was deleted in between. */
const keysOfProduct = ['product_pkey', 'product_version_pkey']

function takenCode(error: unknown, { productId }: Product): DomainError | null {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  if (code !== UNIQUE_VIOLATION || typeof constraint !== 'string') return null
  if (keysOfProduct.includes(constraint)) return productIdExists(productId)
  return constraint === 'product_code_pkey' ? new DomainError('SkuExists', 'One of the SKUs was taken by another product.') : null
}

export function productIdExists(productId: string): DomainError {
  return new DomainError('ProductIdExists', `There is already a product with id "${productId}".`)
}
