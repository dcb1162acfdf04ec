import type { Database } from '@oms/service-kit/database/database'
import { bigint, integer, json, list, nullable, statement, text, timestamptz, uuid } from '@oms/service-kit/database/statement'
import { isUuid } from '../../../order/document/uuid.ts'

type Reader = Pick<Database, 'query'>

export type StoredVersion = {
  versionId: string
  created: Date
  createdBy: string | null
  /** The content as JSON. */
  document: string
  /** The store of the order now, and at that version. */
  storeIds: readonly [string, string]
}

const readVersion = statement({
  name: 'order-version-read',
  text: `select v.version_id, v.created, v.created_by, v.document, o.store_id, v.document ->> 'storeId' as store_then
      from order_version_content v join "order" o on o.id = v.order_id where v.order_id = $1 and v.version_id = $2::uuid`,
  parameters: [text, uuid],
  row: { version_id: uuid, created: timestamptz, created_by: nullable(text), document: json, store_id: text, store_then: text },
})

/**
 * One version of an order with its content; null for an unknown one, and for an id that is none.
 */
export async function findVersion(database: Reader, orderId: string, versionId: string): Promise<StoredVersion | null> {
  if (!isUuid(versionId)) return null
  const [row] = await readVersion.on(database, orderId, versionId)
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

const listVersions = statement({
  name: 'order-version-list',
  text: `select version_id, version_number, created, created_by, operation, changed_fields from order_version
      where order_id = $1 and ($2::integer is null or version_number < $2) order by version_number desc limit $3`,
  parameters: [text, nullable(integer), bigint],
  row: {
    version_id: uuid,
    version_number: integer,
    created: timestamptz,
    created_by: nullable(text),
    operation: text,
    changed_fields: list(text),
  },
})

/**
 * The versions of an order from the newest, those below a version number only when one is given.
 */
export async function findVersions(
  database: Reader,
  orderId: string,
  { below, take }: { below: number | null; take: number },
): Promise<ListedVersion[]> {
  const rows = await listVersions.on(database, orderId, below, take)
  return rows.map((row) => ({
    versionId: row.version_id,
    versionNumber: row.version_number,
    created: row.created,
    createdBy: row.created_by,
    operation: row.operation,
    changedFields: row.changed_fields,
  }))
}

const readVersionNumber = statement({
  name: 'order-version-number',
  text: 'select version_number from order_version where order_id = $1 and version_id = $2::uuid',
  parameters: [text, uuid],
  row: { version_number: integer },
})

/** The number of a version of an order; null for an unknown one, and for an id that is none. */
export async function findVersionNumber(database: Reader, orderId: string, versionId: string): Promise<number | null> {
  if (!isUuid(versionId)) return null
  const [row] = await readVersionNumber.on(database, orderId, versionId)
  return row?.version_number ?? null
}

const readStoreId = statement({
  name: 'order-store',
  text: 'select store_id from "order" where id = $1',
  parameters: [text],
  row: { store_id: text },
})

/** The store of an order, deleted ones too; null when there is none of that id. */
export async function findStoreId(database: Reader, orderId: string): Promise<string | null> {
  const [row] = await readStoreId.on(database, orderId)
  return row?.store_id ?? null
}
