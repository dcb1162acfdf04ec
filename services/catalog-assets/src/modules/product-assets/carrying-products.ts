import type { Product } from '@open-oms/contracts/catalog/product'
import { readInBatches } from '@open-oms/service-kit/database/read-in-batches'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'

/** Maximum number of products in memory: each may be as large as a request. */
export const BATCH_SIZE = 20

const carrying = 'product_id in (select product_id from asset_place where asset_id = any ($1))'

/** Returns a count: the ids of what it locks stay in the database. */
function lockStatement(name: string, rows: string) {
  const sql = `with
    -- the rows, locked in their order
    locked as (${rows})
    select count(*) from locked`
  return statement({ name, text: sql, parameters: [Sql.list(Sql.text)], row: { count: Sql.bigint } })
}

const carrierLocks = [
  lockStatement('carriers-lock', `select from product where ${carrying} order by product_id for no key update`),
  lockStatement(
    'carriers-lock-files',
    `select from stored_file where sha256 in (select sha256 from asset_place where asset_id = any ($1))
      order by sha256 for no key update`,
  ),
  lockStatement(
    'carriers-lock-sequences',
    'select from asset_sequence where asset_id = any ($1) order by asset_id collate "C" for no key update',
  ),
]

const carryingText = `select document from product where ${carrying} order by product_id`

const findCarrying = statement({
  name: 'carrying-product',
  text: carryingText,
  parameters: [Sql.list(Sql.text)],
  row: { document: Sql.json },
})

const lockCarrying = statement({
  name: 'carrying-product-locked',
  text: `${carryingText} for no key update`,
  parameters: [Sql.list(Sql.text)],
  row: { document: Sql.json },
})

/**
 * The products that carry one of the assets, themselves or on a variant, by id, in batches of at
 * most `BATCH_SIZE`, from one snapshot.
 */
export async function* readCarryingProducts(tx: Transaction, assetIds: readonly string[]): AsyncGenerator<Product[]> {
  yield* batches(tx, findCarrying, assetIds)
}

/**
 * The same for a write: all products are locked before the first batch, then the files of the
 * assets, then the sequences of their events. Every write locks in this order, so that two writes
 * never wait for each other.
 */
export async function* lockCarryingProducts(tx: Transaction, assetIds: readonly string[]): AsyncGenerator<Product[]> {
  for (const lock of carrierLocks) await lock.on(tx, assetIds)
  // A product that began to carry an asset after the locks were taken is locked with its batch.
  yield* batches(tx, lockCarrying, assetIds)
}

async function* batches(tx: Transaction, carriers: typeof findCarrying, assetIds: readonly string[]): AsyncGenerator<Product[]> {
  for await (const rows of readInBatches(tx, carriers, { values: [assetIds], size: BATCH_SIZE })) {
    yield rows.map(({ document }) => JSON.parse(document))
  }
}

/** Marks the state that `undoWrites` goes back to. */
export function markUnwritten(tx: Transaction): void {
  tx.later({ text: 'savepoint unwritten' })
}

/**
 * Undoes what the transaction has written since `markUnwritten`; it continues without the locks
 * that it took since.
 */
export async function undoWrites(tx: Transaction): Promise<void> {
  await tx.query({ text: 'rollback to savepoint unwritten' })
}
