import { type CsvRow, cell } from '../reading/read-csv.ts'

/** Rows of one item; more could not be an order, a product or anything else of the API. */
const ROWS_MAX = 5_000

/**
 * Rows that follow each other with the same text in a column, as lists. An empty text continues the
 * rows before it. Without a column each row is a list of its own. A list is cut at 5,000 rows,
 * which no item has.
 */
export async function* groupRows(rows: AsyncIterable<CsvRow>, column: string | undefined): AsyncGenerator<CsvRow[]> {
  let group: CsvRow[] = []
  let key = ''
  for await (const row of rows) {
    const own = column === undefined ? '' : cell(row, column).trim()
    const continues = column !== undefined && group.length > 0 && group.length < ROWS_MAX && (own === '' || own === key)
    if (!continues && group.length > 0) {
      yield group
      group = []
    }
    if (!continues) key = own
    group.push(row)
  }
  if (group.length > 0) yield group
}
