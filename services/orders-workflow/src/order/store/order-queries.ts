import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { orderNotFound } from '../rules/context/order-guards.ts'
import { inForm, orderDocument } from './stored-document.ts'

export type OrderDocument = {
  versionId: string
  /** The order as JSON. */
  document: string
}
export type OrderKey = {
  orderId: string
  /** Whether the caller covers the order's store (security.md#store-scope). */
  isInScope(storeId: string): boolean
  /** True: without the fields that are empty. */
  omitsEmpty?: boolean
}

const findOrder = statement({
  name: 'order-read',
  text: 'select store_id, version_id, document from "order" where id = $1',
  parameters: [Sql.text],
  row: { store_id: Sql.text, version_id: Sql.uuid, document: orderDocument },
})

// SQL: orders are read and written by it (ADR 49).
const findStatusBeforeDeletion = statement({
  name: 'order-status-before-deletion',
  text: 'select status_before_deletion from "order" where id = $1',
  parameters: [Sql.text],
  row: { status_before_deletion: Sql.nullable(Sql.text) },
})

/**
 * The stored document of an order as text, deleted orders too (orders.md#soft-deletion). `NotFound`
 * also for an order of another store (security.md#store-scope).
 */
export async function readOrderDocument(
  database: Pick<Database, 'query'>,
  { orderId, isInScope, omitsEmpty = false }: OrderKey,
): Promise<OrderDocument> {
  const [row] = await inForm(findOrder, omitsEmpty).on(database, orderId)
  if (row === undefined || !isInScope(row.store_id)) {
    throw orderNotFound(orderId)
  }
  return { versionId: row.version_id, document: row.document }
}

/** The status that an order had before it was deleted; null when it never had another. */
export async function readStatusBeforeDeletion(tx: Pick<Database, 'query'>, orderId: string): Promise<string | null> {
  const [row] = await findStatusBeforeDeletion.on(tx, orderId)
  return row?.status_before_deletion ?? null
}
