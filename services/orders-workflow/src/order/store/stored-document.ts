import { type Column, type NamedStatement, Sql } from '@open-oms/service-kit/database/statement'
import { type SummaryConfig, toOrderSummary } from '../rules/search/order-summary.ts'
import { parseStoredOrder, sparseText, wholeText } from '../rules/sparse-order.ts'

/** The column of a stored document, as JSON with all fields of the order. */
export const orderDocument = Sql.decoded(Sql.json, wholeText)

/** The column of a stored document, as the order. */
export const orderColumn = Sql.decoded(Sql.json, parseStoredOrder)

/** The column of a stored document, as JSON without empty fields (http.md#sparse-responses). */
const sparseDocument = Sql.decoded(Sql.json, sparseText)

/** The column of a stored document, with or without its empty fields. */
export function documentColumn(omitsEmpty: boolean): Column<string> {
  return omitsEmpty ? sparseDocument : orderDocument
}

/** The column of a stored document, as JSON of what a list shows (search.md#order-summaries). */
export function summaryColumn(config: SummaryConfig): Column<string> {
  return Sql.decoded(Sql.json, (stored: string) => JSON.stringify(toOrderSummary(parseStoredOrder(stored), config)))
}

type DocumentRow = { document: Column<string> }

/** The same statement, whose documents come with or without their empty fields. */
export function inForm<P extends NamedStatement['parameters'], Row extends NamedStatement['row'] & DocumentRow>(
  read: NamedStatement<P, Row>,
  omitsEmpty: boolean,
): NamedStatement<P, Row> {
  return omitsEmpty ? read.decodedBy({ ...read.row, document: sparseDocument }) : read
}
