import { Decimal } from '@oms/money/decimal'
import type { Database } from '@oms/service-kit/database/database'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { addDays, type Day } from '../calendar/domain/posting-date.ts'
import type { CarriedChange, LineChange } from './domain/correction.ts'
import type { PostingLine } from './domain/posting-content.ts'
import type { PostingDay } from './domain/posting-context.ts'

type Queries = Pick<Database, 'query'>
type Amounts = { amount: string; vatAmount: string | null }
type Row = Pick<LineChange, 'side'> & Amounts & { line: string }

function read<T extends Row>({ line, amount, vatAmount, ...rest }: T) {
  const amounts = { amount: new Decimal(amount), vatAmount: vatAmount === null ? null : new Decimal(vatAmount) }
  return { ...rest, line: JSON.parse(line) as LineChange['line'], ...amounts }
}

/** What was carried to a day: it belongs into its posting. */
export async function carriedTo(database: Queries, { storeId, currencyCode, postingDate }: PostingDay): Promise<CarriedChange[]> {
  const rows = await database.query<Row & Pick<CarriedChange, 'fromDay' | 'zReportNumber'>>({
    name: 'carried-line-to',
    text: `select c.side, c.line, c.amount, c.vat_amount as "vatAmount", c.from_date as "fromDay", p.z_report_number as "zReportNumber"
      from carried_line c join posting p on p.id = c.posting_id
      where c.store_id = $1 and c.currency_code = $2 and c.to_date = $3 order by c.id`,
    values: [storeId, currencyCode, postingDate],
  })
  return rows.map(read)
}

/** The orders whose payments came after the posting was reconciled from which something was carried to a day. */
export async function ordersCarriedTo(database: Queries, { storeId, currencyCode, postingDate }: PostingDay): Promise<string[]> {
  const rows = await database.query<{ orderId: string }>({
    name: 'carried-line-orders',
    text: `select distinct t.order_id as "orderId"
      from (select distinct posting_id, from_date from carried_line where store_id = $1 and currency_code = $2 and to_date = $3) c
      join posting p on p.id = c.posting_id and p.source = 'WebFulfillment'
      join payment_transaction t on t.is_booked and t.store_id = $1 and t.currency_code = $2 and t.posting_date = c.from_date
      where not t.order_id = any (p.order_ids)`,
    values: [storeId, currencyCode, postingDate],
  })
  return rows.map(({ orderId }) => orderId)
}

/** What was carried away from a reconciled posting to later days. */
export async function carriedFrom(database: Queries, postingId: string): Promise<LineChange[]> {
  const text = `select side, line, amount, vat_amount as "vatAmount" from carried_line where posting_id = $1 order by id`
  const rows = await database.query<Row>({ name: 'carried-line-from', text, values: [postingId] })
  return rows.map(read)
}

/** Writes down what is carried from a reconciled posting of a day to another day of the same store and currency. */
export async function carry(
  tx: Transaction,
  changes: readonly LineChange[],
  { postingId, from, toDate, now }: { postingId: string; from: PostingDay; toDate: Day; now: Date },
): Promise<void> {
  const rows = changes.map(({ side, line, amount, vatAmount }) => ({
    side,
    line,
    amount: amount.toFixed(4),
    vat_amount: vatAmount?.toFixed(4) ?? null,
  }))
  await tx.query({
    name: 'carried-line-insert',
    text: `insert into carried_line (posting_id, store_id, currency_code, from_date, to_date, created_at, side, line, amount, vat_amount)
      select $1, $2, $3, $4, $5, $6, c.side, c.line, c.amount, c.vat_amount
      from json_to_recordset($7::json) as c (side text, line json, amount numeric, vat_amount numeric)`,
    values: [postingId, from.storeId, from.currencyCode, from.postingDate, toDate, now, JSON.stringify(rows)],
  })
}

/** The first later day of a store and currency whose posting of web orders is not reconciled; null at the end of the calendar. */
export async function nextOpenDay(tx: Transaction, { storeId, currencyCode, postingDate }: PostingDay): Promise<Day | null> {
  const rows = await tx.query<{ day: Day }>({
    name: 'carried-line-closed-days',
    text: `select posting_date as day from posting
      where source = 'WebFulfillment' and status = 'Reconciled' and store_id = $1 and currency_code = $2 and posting_date > $3
      order by posting_date`,
    values: [storeId, currencyCode, postingDate],
  })
  const closed = new Set(rows.map(({ day }) => day))
  for (let day = postingDate; ; ) {
    const next = addDays(day, 1)
    if (next === day) return null
    if (!closed.has(next)) return next
    day = next
  }
}

type LineRow = Omit<PostingLine, 'debit' | 'credit' | 'vatAmount' | 'vatRate' | 'dimensions'> & {
  debit: string
  credit: string
  vatAmount: string | null
  vatRate: string | null
  dimensions: string
}

/** The lines of a posting, as a build made them. */
export async function linesOfPosting(database: Queries, postingId: string): Promise<PostingLine[]> {
  const rows = await database.query<LineRow>({
    name: 'ledger-line-of-posting',
    text: `select account_number as "accountNumber", account_name as "accountName", category, debit, credit, vat_code as "vatCode",
        vat_rate as "vatRate", vat_amount as "vatAmount", tax_group_code as "taxGroupCode", store_id as "storeId",
        register_id as "registerId", description, customer_number as "customerNumber", invoice_number as "invoiceNumber",
        credit_note_number as "creditNoteNumber", invoice_date as "invoiceDate", due_date as "dueDate", kid_number as "kidNumber",
        dimensions::text
      from ledger_line where posting_id = $1 order by line_sequence`,
    values: [postingId],
  })
  return rows.map(({ debit, credit, vatAmount, vatRate, dimensions, ...row }) => ({
    ...row,
    debit: new Decimal(debit),
    credit: new Decimal(credit),
    vatAmount: vatAmount === null ? null : new Decimal(vatAmount),
    vatRate: vatRate === null ? null : Number(vatRate),
    dimensions: JSON.parse(dimensions),
  }))
}
