import { type DocumentModel, type DocumentTable, documentRow } from '../../documents/domain/document-blocks.ts'
import type { DocumentContext } from '../../documents/domain/document-context.ts'
import { lineName, quantityText } from '../../documents/domain/document-goods.ts'
import { printable } from '../../documents/domain/document-text.ts'
import type { LeftOut } from '../../documents/domain/open-shipment.ts'
import { type ListRequest, listContext } from './list-context.ts'

type Texts = Pick<DocumentContext, 'words' | 'format'>

/** What was left out of a document and why, whole shipments first; no table when nothing was. */
export function leftOutTables(leftOut: readonly LeftOut[], { words, format }: Texts): DocumentTable[] {
  if (leftOut.length === 0) return []
  const wholeFirst = leftOut.toSorted((a, b) => Number(a.part !== null) - Number(b.part !== null))
  const rows = wholeFirst.map(({ shipment, reason, codes, part }) => {
    const why = codes.length === 0 ? words[reason] : `${words[reason]} (${codes.join(', ')})`
    const [name, quantity] = part === null ? ['', ''] : [lineName(part.line), quantityText(part.quantity, part.line, { format })]
    const code = part === null || part.line.code === name ? [] : [printable(part.line.code, 60)]
    return documentRow([printable(shipment, 60), name, quantity, printable(why, 120)], { details: code })
  })
  const columns = [
    { kind: 'method', label: words.orderNumber },
    { kind: 'name', label: words.name },
    { kind: 'quantity', label: words.quantity },
    { kind: 'method', label: words.reason },
  ] as const
  return [{ type: 'table', heading: words.leftOut, lines: [], columns, rows, emptyText: words.noLines }]
}

/**
 * The page after packing slips that names the shipments without one
 * (documents-and-notifications.md#packing-slips).
 */
export function leftOutPage(leftOut: readonly LeftOut[], request: ListRequest): DocumentModel {
  const context = listContext(request)
  const { words, format: _format, printed, store: _store, ...head } = context
  return {
    ...head,
    source: { template: 'packing-slip', orderIds: [] },
    title: words.leftOut,
    subject: printed,
    facts: [{ label: words.printed, value: printed }],
    barcodes: [],
    parties: [],
    blocks: leftOutTables(leftOut, context).map((table) => ({ ...table, heading: null })),
  }
}
