import { DomainError } from '@open-oms/contracts/errors'
import { create } from 'content-disposition'
import type { OrderKey } from '../../order/store/order-queries.ts'
import type { DocumentDeps } from './document-deps.ts'
import { keepDrawing, readOrderFile } from './order-files.ts'
import type { OrderPdf } from './pdf-response.ts'

export type GetOrderAsset = OrderKey & { assetId: string }

/**
 * A stored file of an order, of a deleted one too (documents-and-notifications.md#order-files). Its
 * content is fixed when it is created, drawn at the first request, and has the same bytes from then
 * on. Raises `NotFound`, and what drawing raises: `RateLimited`, `Unavailable`.
 */
export async function getOrderAsset(deps: Pick<DocumentDeps, 'query' | 'documents'>, input: GetOrderAsset): Promise<OrderPdf> {
  const { orderId, assetId, isInScope } = input
  const unknown = () => new DomainError('NotFound', `Order "${orderId}" has no file "${assetId}".`)
  const file = await readOrderFile(deps, { orderId, assetId })
  if (file === null || !isInScope(file.storeId)) throw unknown()
  const bytes = file.content ?? (await keepDrawing(deps, { orderId, assetId, content: await deps.documents.render(file.model) }))
  if (bytes === null) throw unknown()
  return { bytes, disposition: create(file.fileName, { type: 'inline' }) }
}
