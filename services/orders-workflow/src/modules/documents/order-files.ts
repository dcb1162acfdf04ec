import type { Database } from '@oms/service-kit/database/database'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { OrderFile } from './domain/credit-note.ts'
import type { DocumentModel } from './domain/document-blocks.ts'

/**
 * Stores a file of an order, in the transaction of its change. The order must be stored already.
 */
export async function insertOrderFile(tx: Transaction, orderId: string, { asset, model }: OrderFile): Promise<void> {
  await tx.query({
    name: 'order-file-insert',
    text: `insert into order_file (order_id, asset_id, file_name, created, model) values ($1, $2, $3, $4, $5)
      on conflict (order_id, asset_id) do update
      set file_name = excluded.file_name, created = excluded.created, model = excluded.model, content = null`,
    values: [orderId, asset.assetId, asset.fileName, asset.created, JSON.stringify(model)],
  })
}

/** `content` is null until the file is drawn. */
export type StoredFile = { storeId: string; fileName: string; model: DocumentModel; content: Buffer | null }

type FileRow = { store_id: string; file_name: string; model: string; content: Buffer | null }

/** A file of an order with the order's store; null when there is none. */
export async function readOrderFile(
  database: Pick<Database, 'query'>,
  { orderId, assetId }: { orderId: string; assetId: string },
): Promise<StoredFile | null> {
  const [row] = await database.query<FileRow>({
    name: 'order-file-read',
    text: `select o.store_id, f.file_name, f.content, f.model
      from order_file as f join "order" as o on o.id = f.order_id where f.order_id = $1 and f.asset_id = $2`,
    values: [orderId, assetId],
  })
  if (row === undefined) return null
  const { store_id: storeId, file_name: fileName, content } = row
  return { storeId, fileName, content, model: JSON.parse(row.model) as DocumentModel }
}

/**
 * Stores the drawn content of a file. The first content stays; returns it. Null when the order was
 * purged meanwhile.
 */
export async function keepDrawing(
  database: Pick<Database, 'query'>,
  { orderId, assetId, content }: { orderId: string; assetId: string; content: Uint8Array },
): Promise<Buffer | null> {
  const [row] = await database.query<{ content: Buffer }>({
    name: 'order-file-store',
    text: 'update order_file set content = coalesce(content, $3) where order_id = $1 and asset_id = $2 returning content',
    values: [orderId, assetId, Buffer.from(content)],
  })
  return row?.content ?? null
}
