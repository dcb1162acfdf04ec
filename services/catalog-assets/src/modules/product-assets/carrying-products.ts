import type { Product } from '@oms/contracts/catalog/product'
import type { Transaction } from '@oms/service-kit/database/transaction'

/** Maximum number of products in memory: each may be as large as a request. */
export const BATCH_SIZE = 20

const carrying = 'product_id in (select product_id from asset_place where asset_id = any ($1))'

/**
 * The products that carry one of the assets, themselves or on a variant, by id, in batches of at
 * most `BATCH_SIZE`, from one snapshot.
 */
export async function* readCarryingProducts(tx: Transaction, assetIds: readonly string[]): AsyncGenerator<Product[]> {
  yield* batches(tx, { assetIds, lock: '' })
}

/**
 * The same for a write: all products are locked before the first batch, then the files of the
 * assets, then the sequences of their events. Every write locks in this order, so that two writes
 * never wait for each other.
 */
export async function* lockCarryingProducts(tx: Transaction, assetIds: readonly string[]): AsyncGenerator<Product[]> {
  await lockCarriers(tx, assetIds)
  // A product that began to carry an asset after the locks were taken is locked with its batch.
  yield* batches(tx, { assetIds, lock: 'for no key update' })
}

/** Marks the state that `undoWrites` goes back to. */
export function markUnwritten(tx: Transaction): void {
  tx.later({ text: 'savepoint unwritten' })
}

/**
 * Undoes what the transaction has written since `markUnwritten`; it goes on without the locks that
 * it took since.
 */
export async function undoWrites(tx: Transaction): Promise<void> {
  await tx.query({ text: 'rollback to savepoint unwritten' })
}

type Batches = { assetIds: readonly string[]; lock: '' | 'for no key update' }

async function* batches(tx: Transaction, { assetIds, lock }: Batches): AsyncGenerator<Product[]> {
  await tx.query({
    text: `declare carrying_product no scroll cursor for select document from product where ${carrying} order by product_id ${lock}`,
    values: [assetIds],
  })
  for (;;) {
    const rows = await tx.query<{ document: string }>({ text: `fetch ${BATCH_SIZE} from carrying_product` })
    if (rows.length > 0) yield rows.map(({ document }) => JSON.parse(document))
    if (rows.length < BATCH_SIZE) break
  }
  await tx.query({ text: 'close carrying_product' })
}

/** Each statement returns a count: the ids of what it locks stay in the database. */
async function lockCarriers(tx: Transaction, assetIds: readonly string[]): Promise<void> {
  const statements = [
    { name: 'carriers-lock', rows: `select from product where ${carrying} order by product_id for no key update` },
    {
      name: 'carriers-lock-files',
      rows: `select from stored_file where sha256 in (select sha256 from asset_place where asset_id = any ($1))
        order by sha256 for no key update`,
    },
    {
      name: 'carriers-lock-sequences',
      rows: 'select from asset_sequence where asset_id = any ($1) order by asset_id collate "C" for no key update',
    },
  ]
  for (const { name, rows } of statements) {
    await tx.query({ name, text: `with locked as (${rows}) select count(*) from locked`, values: [assetIds] })
  }
}
