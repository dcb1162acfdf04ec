import { type Column, decoded, json, type NamedStatement } from '@open-oms/service-kit/database/statement'
import { type SummaryConfig, toOrderSummary } from '../rules/search/order-summary.ts'
import { parseStoredOrder, sparseText, wholeText } from '../rules/sparse-order.ts'

/** The column of a stored document, as JSON with all fields of the order. */
export const orderDocument = decoded(json, wholeText)

/** The column of a stored document, as the order. */
export const orderColumn = decoded(json, parseStoredOrder)

/** The column of a stored document, as JSON without empty fields (http.md#sparse-responses). */
const sparseDocument = decoded(json, sparseText)

/** The column of a stored document in the form that a reader wants. */
export function documentColumn(omitsEmpty: boolean): Column<string> {
  return omitsEmpty ? sparseDocument : orderDocument
}

/** The column of a stored document, as JSON of what a list shows (search.md#order-summaries). */
export function summaryColumn(config: SummaryConfig): Column<string> {
  return decoded(json, (stored: string) => JSON.stringify(toOrderSummary(parseStoredOrder(stored), config)))
}

type DocumentRow = { document: Column<string> }

/** A statement that reads documents, which gives them in the form that a reader wants. */
export function inForm<P extends NamedStatement['parameters'], Row extends NamedStatement['row'] & DocumentRow>(
  read: NamedStatement<P, Row>,
  omitsEmpty: boolean,
): NamedStatement<P, Row> {
  return omitsEmpty ? read.decodedBy({ ...read.row, document: sparseDocument }) : read
}
