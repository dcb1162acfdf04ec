import { Decimal } from '@oms/money/decimal'
import type { Database } from '@oms/service-kit/database/database'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { Day } from '../calendar/domain/posting-date.ts'
import type { Correction, LineChange } from './domain/correction.ts'
import type { PostingDay } from './domain/posting-context.ts'

type Queries = Pick<Database, 'query'>
type Amounts = { amount: string; vatAmount: string | null }
type Row = Pick<LineChange, 'side'> & Amounts & { line: string }

function toChange<T extends Row>({ line, amount, vatAmount, ...rest }: T) {
  const amounts = { amount: new Decimal(amount), vatAmount: vatAmount === null ? null : new Decimal(vatAmount) }
  return { ...rest, line: JSON.parse(line) as LineChange['line'], ...amounts }
}

/** The corrections that the posting of a day books. */
export async function correctionsOn(
  database: Queries,
  { storeId, currencyCode, postingDate }: PostingDay,
): Promise<Correction[]> {
  const rows = await database.query<Row & Pick<Correction, 'fromDay' | 'zReportNumber'>>({
    name: 'carried-line-to',
    text: `select c.side, c.line, c.amount, c.vat_amount as "vatAmount", c.from_date as "fromDay", p.z_report_number as "zReportNumber"
      from carried_line c join posting p on p.id = c.posting_id
      where c.store_id = $1 and c.currency_code = $2 and c.to_date = $3 order by c.id`,
    values: [storeId, currencyCode, postingDate],
  })
  return rows.map(toChange)
}

/**
 * The ids of orders whose payments came after their day was reconciled, and which a day corrects.
 */
export async function ordersCorrectedOn(
  database: Queries,
  { storeId, currencyCode, postingDate }: PostingDay,
): Promise<string[]> {
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

/** The corrections of a reconciled posting on all later days. */
export async function correctionsOf(database: Queries, postingId: string): Promise<LineChange[]> {
  const text = `select side, line, amount, vat_amount as "vatAmount" from carried_line where posting_id = $1 order by id`
  const rows = await database.query<Row>({ name: 'carried-line-from', text, values: [postingId] })
  return rows.map(toChange)
}

/** Writes corrections of a reconciled posting, which another day of its store books. */
export async function insertCorrections(
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

/** The later days of a store and currency whose web orders are reconciled; the oldest first. */
export async function reconciledDaysAfter(tx: Transaction, { storeId, currencyCode, postingDate }: PostingDay): Promise<Day[]> {
  const rows = await tx.query<{ day: Day }>({
    name: 'carried-line-closed-days',
    text: `select posting_date as day from posting
      where source = 'WebFulfillment' and status = 'Reconciled' and store_id = $1 and currency_code = $2 and posting_date > $3
      order by posting_date`,
    values: [storeId, currencyCode, postingDate],
  })
  return rows.map(({ day }) => day)
}
