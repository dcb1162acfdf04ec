import type { LedgerLine } from '@open-oms/contracts/accounting/ledger-line'
import type { LedgerLineSortKey } from '@open-oms/contracts/accounting/search'
import type { AccountCategory } from '@open-oms/contracts/config/chart-of-accounts'
import type { Database } from '@open-oms/service-kit/database/database'
import { type BuiltStatement, fetchRows, type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import { utcMidnight } from '../calendar/domain/posting-date.ts'
import { limitTo, type Page, type PageRequest, pageFrom } from '../search/page.ts'
import { isUuid, positionChecks, positionCursor } from '../search/search-position.ts'
import { type LineFilter, lineConditions } from './line-filter.ts'

type Queries = Pick<Database, 'query'>

/** The columns of a ledger line that `lineColumns` names. */
export const lineRow = {
  postingId: Sql.uuid,
  lineSequence: Sql.integer,
  postingDate: Sql.date,
  registerId: Sql.nullable(Sql.text),
  storeId: Sql.text,
  accountingCompanyCode: Sql.nullable(Sql.text),
  accountNumber: Sql.text,
  accountName: Sql.text,
  category: Sql.oneOf<AccountCategory>(),
  debit: Sql.numeric,
  credit: Sql.numeric,
  currencyCode: Sql.text,
  vatCode: Sql.nullable(Sql.text),
  vatRate: Sql.nullable(Sql.numeric),
  vatAmount: Sql.nullable(Sql.numeric),
  taxGroupCode: Sql.nullable(Sql.text),
  description: Sql.nullable(Sql.text),
  customerNumber: Sql.nullable(Sql.text),
  invoiceNumber: Sql.nullable(Sql.text),
  creditNoteNumber: Sql.nullable(Sql.text),
  invoiceDate: Sql.nullable(Sql.date),
  dueDate: Sql.nullable(Sql.date),
  kidNumber: Sql.nullable(Sql.text),
  dimensions: Sql.jsonb,
}

/** A ledger line as it comes from the database. */
export type LineRow = RowOf<typeof lineRow>

export const lineColumns = `posting_id as "postingId", line_sequence as "lineSequence", posting_date as "postingDate", register_id as "registerId",
  store_id as "storeId", accounting_company_code as "accountingCompanyCode", account_number as "accountNumber",
  account_name as "accountName", category, debit, credit, currency_code as "currencyCode", vat_code as "vatCode",
  vat_rate as "vatRate", vat_amount as "vatAmount", tax_group_code as "taxGroupCode", description,
  customer_number as "customerNumber", invoice_number as "invoiceNumber", credit_note_number as "creditNoteNumber",
  invoice_date as "invoiceDate", due_date as "dueDate", kid_number as "kidNumber", dimensions`

/** The public category; `RentalSales` is an internal one (postings.md#posting-accounts). */
export function publicCategory({ category }: Pick<LineRow, 'category'>): LedgerLine['category'] {
  return category === 'RentalSales' ? 'Other' : category
}

/** The line as the interface has it (ledger.md#ledger-line-fields). */
export function toLine(row: LineRow): LedgerLine {
  return {
    id: `${row.postingId}-${row.lineSequence}`,
    ...row,
    category: publicCategory(row),
    postingDate: utcMidnight(row.postingDate),
    debit: Number(row.debit),
    credit: Number(row.credit),
    vatRate: row.vatRate === null ? null : Number(row.vatRate),
    vatAmount: row.vatAmount === null ? null : Number(row.vatAmount),
    invoiceDate: row.invoiceDate && utcMidnight(row.invoiceDate),
    dueDate: row.dueDate && utcMidnight(row.dueDate),
    dimensions: row.dimensions as LedgerLine['dimensions'],
  }
}

const findLines = statement({
  name: 'lines-of-posting',
  text: `select ${lineColumns} from ledger_line where posting_id = $1 order by line_sequence`,
  parameters: [Sql.uuid],
  row: lineRow,
})

/** The lines of a posting in their sequence; those of a superseded one too. */
export async function findLedgerLines(database: Queries, postingId: string): Promise<LedgerLine[]> {
  const rows = await findLines.on(database, postingId)
  return rows.map(toLine)
}

const findLine = statement({
  name: 'line-by-id',
  text: `select ${lineColumns}, posting_store_id as "postingStoreId" from ledger_line where posting_id = $1 and line_sequence = $2`,
  parameters: [Sql.uuid, Sql.integer],
  row: { ...lineRow, postingStoreId: Sql.text },
})

/** One line with the store of its posting, by its id; undefined when there is none. */
export async function findLedgerLine(
  database: Queries,
  postingId: string,
  id: string,
): Promise<{ line: LedgerLine; postingStoreId: string } | undefined> {
  const sequence = id.startsWith(`${postingId}-`) ? id.slice(postingId.length + 1) : ''
  if (!isUuid(postingId) || !/^[1-9]\d{0,8}$/.test(sequence)) return undefined
  const [row] = await findLine.on(database, postingId, Number(sequence))
  if (row === undefined) return undefined
  const { postingStoreId, ...line } = row
  return { line: toLine(line), postingStoreId }
}

export type LineSort = { by: LedgerLineSortKey; isDescending: boolean }

type SortColumn = { column: string; type: string; check: (value: unknown) => boolean; of: (row: LineRow) => unknown }

const postingDate: SortColumn = { column: 'posting_date', type: 'date', check: positionChecks.day, of: (row) => row.postingDate }
const accountNumber: SortColumn = {
  column: 'account_number',
  type: 'text',
  check: positionChecks.text,
  of: (row) => row.accountNumber,
}
const postingId: SortColumn = { column: 'posting_id', type: 'uuid', check: positionChecks.uuid, of: (row) => row.postingId }
const lineSequence: SortColumn = {
  column: 'line_sequence',
  type: 'int',
  check: positionChecks.count,
  of: (row) => row.lineSequence,
}

/** Each order ends with posting and sequence, so that it is total. */
const sortColumns: Record<LedgerLineSortKey, readonly SortColumn[]> = {
  PostingDate: [postingDate, postingId, lineSequence],
  AccountNumber: [accountNumber, postingDate, postingId, lineSequence],
  PostingId: [postingId, lineSequence],
}

function lineCursor({ by, isDescending }: LineSort) {
  return positionCursor({
    name: `lines ${by} ${isDescending ? 'desc' : 'asc'}`,
    checks: sortColumns[by].map(({ check }) => check),
  })
}

type LinePageRequest = PageRequest & { sort: LineSort }

/**
 * The statement that reads a page of the lines that fulfil the conditions. Raises
 * `ValidationFailed` for a bad `after`.
 */
export function linePageStatement(filter: LineFilter, request: LinePageRequest): BuiltStatement<typeof lineRow> {
  const { sort, after } = request
  const sorted = sortColumns[sort.by]
  const rest = lineConditions(filter)
  if (after !== null) {
    const values = lineCursor(sort)
      .parse(after)
      .map((value, index) => `${rest.parameter(value)}::${sorted[index]?.type}`)
    rest.addText(`(${sorted.map(({ column }) => column).join(', ')}) ${sort.isDescending ? '<' : '>'} (${values.join(', ')})`)
  }
  const order = sorted.map(({ column }) => (sort.isDescending ? `${column} desc` : column)).join(', ')
  const limit = limitTo(request, rest)
  const sql = `select ${lineColumns} from ledger_line ${rest.where()} order by ${order} ${limit}`
  return { text: sql, values: rest.values, row: lineRow }
}

/** A page of the lines that fulfil the conditions, and how many there are in all. */
export async function searchLedgerLinePage(
  database: Queries,
  filter: LineFilter,
  request: LinePageRequest,
): Promise<Page<LedgerLine>> {
  const pageStatement = linePageStatement(filter, request)
  const [counted, rows] = await Promise.all([fetchRows(database, lineCountStatement(filter)), fetchRows(database, pageStatement)])
  const sorted = sortColumns[request.sort.by]
  return pageFrom(rows, {
    take: request.take,
    totalHits: counted[0]?.hits ?? 0,
    toResult: toLine,
    toPosition: (row) => {
      const values = sorted.map(({ of }) => of(row))
      return lineCursor(request.sort).format(values)
    },
  })
}

/** Postings, with the column names of ledger lines. */
const headers = `(select id as posting_id, posting_date, source, store_id as posting_store_id, currency_code, line_count from posting) as ledger_line`

const countRow = { hits: Sql.bigint }
type CountStatement = BuiltStatement<typeof countRow>

/**
 * The statement that counts the lines that match. Filters of postings and stores alone are counted
 * by the postings: counting millions of lines takes seconds.
 */
export function lineCountStatement(filter: LineFilter): CountStatement {
  const isByLine = filter.ofLine.some(([, value]) => value !== undefined && value.length > 0)
  if (!isByLine) return countByPostings(filter)
  const all = lineConditions(filter)
  return { text: `select count(*) as hits from ledger_line ${all.where()}`, values: all.values, row: countRow }
}

function countByPostings({ ofPosting, stores }: LineFilter): CountStatement {
  const total = 'coalesce(sum(line_count), 0)'
  if (stores === null) {
    return { text: `select ${total} as hits from ${headers} ${ofPosting.where()}`, values: ofPosting.values, row: countRow }
  }
  const all = ofPosting.copy()
  const wanted = `any(${all.parameter(stores)})`
  const ofStores = all.copy()
  ofStores.addText(`posting_store_id = ${wanted}`)
  // Lines of transfers have another store than their posting: they are added to one store and taken
  // from the other.
  const elsewhere = all.copy()
  elsewhere.addText('store_id <> posting_store_id')
  return {
    text: `select (select ${total} from ${headers} ${ofStores.where()})
      + (select coalesce(sum((store_id = ${wanted})::int - (posting_store_id = ${wanted})::int), 0) from ledger_line ${elsewhere.where()}) as hits`,
    values: all.values,
    row: countRow,
  }
}
