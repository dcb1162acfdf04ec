import type { DocumentModel } from '../../documents/domain/document-blocks.ts'
import { leftOutTables } from './left-out-table.ts'
import { type ListRequest, listContext } from './list-context.ts'
import type { LeftOut } from './open-shipment.ts'

/** The page after packing slips that names the shipments without one (documents-and-notifications.md#packing-slips). */
export function leftOutPage(leftOut: readonly LeftOut[], request: ListRequest): DocumentModel {
  const context = listContext(request)
  const { words, format: _format, printed, store: _store, ...head } = context
  return {
    ...head,
    title: words.leftOut,
    subject: printed,
    facts: [{ label: words.printed, value: printed }],
    barcodes: [],
    parties: [],
    blocks: leftOutTables(leftOut, context).map((table) => ({ ...table, heading: null })),
  }
}
