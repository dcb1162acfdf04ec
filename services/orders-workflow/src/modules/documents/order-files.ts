import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { usePrisma } from '../../database/use-prisma.ts'
import type { OrderFile } from './domain/credit-note.ts'
import type { DocumentModel } from './domain/document-blocks.ts'

/**
 * Stores a file of an order, in the transaction of its change. The order must be stored already.
 */
export async function insertOrderFile(tx: Transaction, orderId: string, { asset, model }: OrderFile): Promise<void> {
  const key = { orderId, assetId: asset.assetId as string }
  const file = { fileName: asset.fileName as string, created: asset.created, model, content: null }
  const upsert = { where: { orderId_assetId: key }, create: { ...key, ...file }, update: file }
  await usePrisma(tx, (prisma) => prisma.orderFile.upsert(upsert))
}

/** `content` is null until the file is drawn. */
export type StoredFile = { storeId: string; fileName: string; model: DocumentModel; content: Buffer | null }

const findFile = statement({
  name: 'order-file-read',
  text: `select o.store_id, f.file_name, f.content, f.model
    from order_file as f join "order" as o on o.id = f.order_id where f.order_id = $1 and f.asset_id = $2`,
  parameters: [Sql.text, Sql.text],
  row: { store_id: Sql.text, file_name: Sql.text, content: Sql.nullable(Sql.bytes), model: Sql.json },
})

/** A file of an order with the order's store; null when there is none. */
export async function readOrderFile(
  database: Pick<Database, 'query'>,
  { orderId, assetId }: { orderId: string; assetId: string },
): Promise<StoredFile | null> {
  const [row] = await findFile.on(database, orderId, assetId)
  if (row === undefined) return null
  const { store_id: storeId, file_name: fileName, content } = row
  return { storeId, fileName, content, model: JSON.parse(row.model) as DocumentModel }
}

const storeContent = statement({
  name: 'order-file-store',
  text: 'update order_file set content = coalesce(content, $3) where order_id = $1 and asset_id = $2 returning content',
  parameters: [Sql.text, Sql.text, Sql.bytes],
  row: { content: Sql.nullable(Sql.bytes) },
})

/**
 * Stores the drawn content of a file. The first content stays; returns it. Null when the order was
 * purged meanwhile.
 */
export async function keepDrawing(
  database: Pick<Database, 'query'>,
  { orderId, assetId, content }: { orderId: string; assetId: string; content: Uint8Array },
): Promise<Buffer | null> {
  const [row] = await storeContent.on(database, orderId, assetId, Buffer.from(content))
  return row?.content ?? null
}
