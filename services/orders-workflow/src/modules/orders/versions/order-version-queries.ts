import { isUuid } from '@open-oms/contracts/uuid'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { usePrisma } from '../../../database/use-prisma.ts'
import { inForm, orderDocument } from '../../../order/store/stored-document.ts'

type Executor = Pick<Database, 'execute'>

export type StoredVersion = {
  versionId: string
  created: Date
  createdBy: string | null
  provenBy: string | null
  /** The content as JSON. */
  document: string
  /** The store of the order now, and at that version. */
  storeIds: readonly [string, string]
}

const readVersion = statement({
  name: 'order-version-read',
  text: `select v.version_id, v.created, v.created_by, v.proven_by, v.document, o.store_id, v.document ->> 'storeId' as store_then
      from order_version_content v join "order" o on o.id = v.order_id where v.order_id = $1 and v.version_id = $2::uuid`,
  parameters: [Sql.text, Sql.uuid],
  row: {
    version_id: Sql.uuid,
    created: Sql.timestamptz,
    created_by: Sql.nullable(Sql.text),
    proven_by: Sql.nullable(Sql.text),
    document: orderDocument,
    store_id: Sql.text,
    store_then: Sql.text,
  },
})

/**
 * One version of an order with its content; null for an unknown one, and for an id that is none.
 */
export async function findVersion(
  database: Pick<Database, 'query'>,
  { orderId, versionId, omitsEmpty = false }: { orderId: string; versionId: string; omitsEmpty?: boolean },
): Promise<StoredVersion | null> {
  if (!isUuid(versionId)) return null
  const [row] = await inForm(readVersion, omitsEmpty).on(database, orderId, versionId)
  if (row === undefined) return null
  const { version_id, created, created_by, proven_by, document, store_id, store_then } = row
  return {
    versionId: version_id,
    created,
    createdBy: created_by,
    provenBy: proven_by,
    document,
    storeIds: [store_id, store_then],
  }
}

export type ListedVersion = {
  versionId: string
  versionNumber: number
  created: Date
  createdBy: string | null
  provenBy: string | null
  operation: string
  changedFields: string[]
}

/**
 * The versions of an order from the newest, those below a version number only when one is given.
 */
export async function findVersions(
  database: Executor,
  orderId: string,
  { below, take }: { below: number | null; take: number },
): Promise<ListedVersion[]> {
  return await usePrisma(database, (prisma) =>
    prisma.orderVersion.findMany({
      where: { orderId, ...(below === null ? {} : { versionNumber: { lt: below } }) },
      omit: { orderId: true, document: true },
      orderBy: { versionNumber: 'desc' },
      take,
    }),
  )
}

/** The number of a version of an order; null for an unknown one, and for an id that is none. */
export async function findVersionNumber(database: Executor, orderId: string, versionId: string): Promise<number | null> {
  if (!isUuid(versionId)) return null
  const row = await usePrisma(database, (prisma) =>
    prisma.orderVersion.findFirst({ where: { orderId, versionId }, select: { versionNumber: true } }),
  )
  return row?.versionNumber ?? null
}

/** The store of an order, deleted ones too; null when there is none of that id. */
export async function findStoreId(database: Executor, orderId: string): Promise<string | null> {
  const row = await usePrisma(database, (prisma) =>
    prisma.order.findUnique({ where: { id: orderId }, select: { storeId: true } }),
  )
  return row?.storeId ?? null
}
