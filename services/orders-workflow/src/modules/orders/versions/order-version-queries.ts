import type { Database } from '@oms/service-kit/database/database'

type Reader = Pick<Database, 'query'>

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export type StoredVersion = {
  versionId: string
  created: Date
  createdBy: string | null
  /** The content as JSON. */
  document: string
  /** The store of the order now, and at that version. */
  storeIds: readonly [string, string]
}

type VersionRow = {
  version_id: string
  created: Date
  created_by: string | null
  document: string
  store_id: string
  store_then: string
}

/**
 * One version of an order with its content; null for an unknown one, and for an id that is none.
 */
export async function findVersion(database: Reader, orderId: string, versionId: string): Promise<StoredVersion | null> {
  if (!UUID.test(versionId)) return null
  const [row] = await database.query<VersionRow>({
    name: 'order-version-read',
    text: `select v.version_id, v.created, v.created_by, v.document, o.store_id, v.document ->> 'storeId' as store_then
      from order_version v join "order" o on o.id = v.order_id where v.order_id = $1 and v.version_id = $2::uuid`,
    values: [orderId, versionId],
  })
  if (row === undefined) return null
  const { version_id, created, created_by, document, store_id, store_then } = row
  return { versionId: version_id, created, createdBy: created_by, document, storeIds: [store_id, store_then] }
}

export type ListedVersion = {
  versionId: string
  versionNumber: number
  created: Date
  createdBy: string | null
  operation: string
  changedFields: string[]
}

type ListedRow = {
  version_id: string
  version_number: number
  created: Date
  created_by: string | null
  operation: string
  changed_fields: string[]
}

/**
 * The versions of an order from the newest, those below a version number only when one is given.
 */
export async function findVersions(
  database: Reader,
  orderId: string,
  { below, take }: { below: number | null; take: number },
): Promise<ListedVersion[]> {
  const rows = await database.query<ListedRow>({
    name: 'order-version-list',
    text: `select version_id, version_number, created, created_by, operation, changed_fields from order_version
      where order_id = $1 and ($2::integer is null or version_number < $2) order by version_number desc limit $3`,
    values: [orderId, below, take],
  })
  return rows.map((row) => ({
    versionId: row.version_id,
    versionNumber: row.version_number,
    created: row.created,
    createdBy: row.created_by,
    operation: row.operation,
    changedFields: row.changed_fields,
  }))
}

/** The number of a version of an order; null for an unknown one, and for an id that is none. */
export async function findVersionNumber(database: Reader, orderId: string, versionId: string): Promise<number | null> {
  if (!UUID.test(versionId)) return null
  const [row] = await database.query<{ version_number: number }>({
    name: 'order-version-number',
    text: 'select version_number from order_version where order_id = $1 and version_id = $2::uuid',
    values: [orderId, versionId],
  })
  return row?.version_number ?? null
}

/** The store of an order, deleted ones too; null when there is none of that id. */
export async function findStoreId(database: Reader, orderId: string): Promise<string | null> {
  const [row] = await database.query<{ store_id: string }>({
    name: 'order-store',
    text: 'select store_id from "order" where id = $1',
    values: [orderId],
  })
  return row?.store_id ?? null
}
