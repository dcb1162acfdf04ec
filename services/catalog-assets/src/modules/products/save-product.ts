import { productCreated, productDeleted, productUpdated } from '@open-oms/contracts/catalog/events'
import type { Product } from '@open-oms/contracts/catalog/product'
import type { Statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { newEvent } from '@open-oms/service-kit/events/new-event'
import { notifyRelays, outboxParameter } from '@open-oms/service-kit/events/outbox'
import type { EventOrigin, WriteAuthor } from '../assets/asset-events.ts'
import {
  changedHolders,
  type HeldFiles,
  type HolderWrite,
  writeAssetPlaces,
  writeFilesAndEvents,
} from '../assets/write-assets.ts'
import type { ContainedProduct } from '../components/domain/component-references.ts'
import { orderableSkus, productCodes } from '../components/domain/product-codes.ts'
import { searchRecord } from '../product-search/search-record.ts'
import { assetCarriers } from './domain/product-assets.ts'
import { productEventData } from './domain/product-events.ts'
import { deleteStatement, insertStatement, type ProductRow, takenCode, updateStatement } from './product-store.ts'

export type ProductWrite = WriteAuthor & {
  /** Its last state, as this transaction has loaded it; null for a new one. */
  before: Product | null
  product: Product
  /** The products that it is made of, each once; null where they stay as they are. */
  contained: readonly ContainedProduct[] | null
  /** The files that this request has stored. */
  files?: HeldFiles
}

/**
 * Writes a new product, its codes, component edges, search row, version and event in one statement,
 * the last of the transaction. Raises `ProductIdExists` and `SkuExists` when another write took a
 * code in the meantime.
 */
export async function saveNewProduct(tx: Transaction, write: ProductWrite): Promise<void> {
  await saveOne(tx, write, insertStatement(toProductRow(write, productCreated)))
}

/**
 * Writes the new state of a product whose row is locked, as `saveNewProduct` does. Raises
 * `SkuExists`.
 */
export async function saveProduct(tx: Transaction, write: ProductWrite): Promise<void> {
  await saveOne(tx, write, updateStatement(toProductRow(write, productUpdated)))
}

/**
 * Writes new assets of products whose rows are locked, with one event per asset and one per
 * product.
 */
export async function saveProductsAssets(tx: Transaction, writes: readonly ProductWrite[]): Promise<void> {
  const [first] = writes
  if (first === undefined) return
  const origin = eventOrigin(first)
  const changed = changedHolders(writes.map(toHolderWrite))
  tx.afterCommit(notifyRelays)
  await writeFilesAndEvents(tx, { changed, files: first.files ?? new Map(), origin })
  // Sent without waiting for each result; they are done in this order all the same.
  await Promise.all(writes.map((write) => tx.query(updateStatement(toProductRow(write, productUpdated)))))
  await writeAssetPlaces(tx, changed, origin.now)
}

/**
 * Removes a product whose row is locked, as the last statement of the transaction; `product` is
 * its last state, with the revision of the deletion.
 */
export async function removeProduct(tx: Transaction, write: WriteAuthor & { product: Product }): Promise<void> {
  const { product, actor } = write
  const statement = deleteStatement({ product, actor, events: serializeEvents(write, productDeleted) })
  const holder = { holder: { productId: product.productId }, before: assetCarriers(product), after: [] }
  await commit(tx, { holder, files: new Map(), origin: eventOrigin(write) }, statement)
}

async function saveOne(tx: Transaction, write: ProductWrite, statement: Statement): Promise<void> {
  const assets = { holder: toHolderWrite(write), files: write.files ?? new Map(), origin: eventOrigin(write) }
  try {
    await commit(tx, assets, statement)
  } catch (error) {
    throw takenCode(error, write.product.productId) ?? error
  }
}

type AssetWrite = { holder: HolderWrite; files: HeldFiles; origin: EventOrigin }

/** One statement that commits; with changed assets, several. */
async function commit(tx: Transaction, { holder, files, origin }: AssetWrite, statement: Statement): Promise<void> {
  const changed = changedHolders([holder])
  tx.afterCommit(notifyRelays)
  if (changed.length === 0) {
    await tx.commitWith(statement)
    return
  }
  await writeFilesAndEvents(tx, { changed, files, origin })
  await tx.query(statement)
  await writeAssetPlaces(tx, changed, origin.now)
}

function toProductRow(write: ProductWrite, contract: typeof productCreated): ProductRow {
  const { product, contained, actor } = write
  return {
    product,
    actor,
    codes: productCodes(product),
    skus: orderableSkus(product),
    contained,
    events: serializeEvents(write, contract),
    search: searchRecord(product),
  }
}

function toHolderWrite({ before, product }: ProductWrite): HolderWrite {
  return {
    holder: { productId: product.productId },
    before: before === null ? [] : assetCarriers(before),
    after: assetCarriers(product),
  }
}

function eventOrigin({ actor, correlationId, product }: WriteAuthor & { product: Product }): EventOrigin {
  return { actor, correlationId, now: product.modified }
}

function serializeEvents(
  { product, actor, correlationId }: WriteAuthor & { product: Product },
  contract: typeof productCreated,
): string {
  const { productId: subject, revision: sequence, modified } = product
  const data = productEventData(product)
  return outboxParameter([newEvent(contract, { subject, sequence, time: new Date(modified), data, actor, correlationId })])
}
