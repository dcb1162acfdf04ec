import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@open-oms/service-kit/database/database'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { type Teardown, type TestDatabase, testDatabase } from '@open-oms/service-kit/testing/test-database'
import type { FileStore } from '../modules/storage/file-store.ts'
import { fsStore } from '../modules/storage/fs-store.ts'
import { type FileContent, storeFile } from '../modules/storage/store-file.ts'
import { referToFiles, releaseFiles } from '../modules/storage/stored-file-rows.ts'
import { testFolder } from './test-folder.ts'

export type TestStorage = Pick<TestDatabase, 'query' | 'execute' | 'inTransaction' | 'url'> & {
  store: FileStore
  /** Of the store. */
  storeFolder: string
  /** For files to store. */
  incoming: string
  newId: () => string
  now: () => Date
  log: ReturnType<typeof createLogger>
}

/**
 * A store in a folder, and the tables of the service with one customer, whose assets refer to
 * files.
 */
export async function testStorage(t: Teardown): Promise<TestStorage> {
  const { query, execute, inTransaction, url } = await testDatabase(t, 'catalog-assets')
  await query({
    text: `insert into business_customer (customer_id, created, modified, document) values ('c', now(), now(), '{}')`,
  })
  const storeFolder = await testFolder(t)
  return {
    query,
    execute,
    inTransaction,
    url,
    store: fsStore(storeFolder),
    storeFolder,
    incoming: await testFolder(t),
    newId: randomUUIDv7,
    now: () => new Date(),
    log: createLogger({ service: 'test', level: 'silent' }),
  }
}

/** Lets an asset of the customer show a stored file. */
export async function insertPlace(tx: Transaction, assetId: string, sha256: string): Promise<void> {
  await tx.query({
    text: `insert into asset_place (owner, asset_id, customer_id, sha256, file_name, stored)
      values ('customer:c', $1, 'c', $2, 'a.txt', now())`,
    values: [assetId, sha256],
  })
}

/** Stores a file for an asset, the way that commands do. */
export async function addAsset(
  deps: Pick<Database, 'query' | 'execute' | 'inTransaction'> & Pick<TestStorage, 'store' | 'newId'>,
  assetId: string,
  file: FileContent,
): Promise<void> {
  const held = await storeFile(deps, file)
  await deps.inTransaction(async (tx) => {
    await referToFiles(tx, [held])
    await insertPlace(tx, assetId, file.sha256)
  })
}

export async function deleteAsset({ inTransaction }: Pick<Database, 'inTransaction'>, assetId: string): Promise<void> {
  await inTransaction(async (tx) => {
    const gone = await tx.query<{ sha256: string }>({
      text: `delete from asset_place where asset_id = $1 returning sha256`,
      values: [assetId],
    })
    await releaseFiles(
      tx,
      gone.map(({ sha256 }) => sha256),
    )
  })
}

/** The contents of all rows, in order. */
export async function contentsInRows({ query }: Pick<Database, 'query'>): Promise<string[]> {
  const rows = await query<{ sha256: string }>({ text: 'select sha256 from stored_file order by sha256' })
  return rows.map(({ sha256 }) => sha256)
}
