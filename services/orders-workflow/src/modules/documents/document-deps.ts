import type { OrderDeps } from '../../order/write/order-deps.ts'
import type { DocumentRenderer } from './drawing/document-renderer.ts'

/** What documents of orders need besides the orders. */
export type DocumentDeps = OrderDeps & {
  /** Makes PDFs, and has the logo. */
  documents: Pick<DocumentRenderer, 'render' | 'logo'>
}
