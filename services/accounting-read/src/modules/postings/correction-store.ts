import { Decimal } from '@open-oms/money/decimal'
import type { Database } from '@open-oms/service-kit/database/database'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { usePrisma } from '../../database/use-prisma.ts'
import { type Day, toDay, toUtcDate } from '../calendar/domain/posting-date.ts'
import type { Correction, LineChange, Side } from './domain/correction.ts'
import type { PostingDay } from './domain/posting-context.ts'

type Queries = Pick<Database, 'query'>
const changeRow = { side: Sql.oneOf<Side>(), line: Sql.json, amount: Sql.numeric, vatAmount: Sql.nullable(Sql.numeric) }
type Row = RowOf<typeof changeRow>

function toChange<T extends Row>({ line, amount, vatAmount, ...rest }: T) {
  const amounts = { amount: new Decimal(amount), vatAmount: vatAmount === null ? null : new Decimal(vatAmount) }
  return { ...rest, line: JSON.parse(line) as LineChange['line'], ...amounts }
}

const findCorrectionsOn = statement({
  name: 'carried-line-to',
  text: `select c.side, c.line, c.amount, c.vat_amount as "vatAmount", c.from_date as "fromDay", p.z_report_number as "zReportNumber"
    from carried_line c join posting p on p.id = c.posting_id
    where c.store_id = $1 and c.currency_code = $2 and c.to_date = $3 order by c.id`,
  parameters: [Sql.text, Sql.text, Sql.date],
  row: { ...changeRow, fromDay: Sql.date, zReportNumber: Sql.nullable(Sql.bigint) },
})

/** The corrections that the posting of a day books. */
export async function correctionsOn(
  database: Queries,
  { storeId, currencyCode, postingDate }: PostingDay,
): Promise<Correction[]> {
  const rows = await findCorrectionsOn.on(database, storeId, currencyCode, postingDate)
  return rows.map(toChange)
}

const findOrdersCorrectedOn = statement({
  name: 'carried-line-orders',
  text: `select distinct t.order_id as "orderId"
    from (select distinct posting_id, from_date from carried_line where store_id = $1 and currency_code = $2 and to_date = $3) c
    join posting p on p.id = c.posting_id and p.source = 'WebFulfillment'
    join payment_transaction t on t.is_booked and t.store_id = $1 and t.currency_code = $2 and t.posting_date = c.from_date
    where not t.order_id = any (p.order_ids)`,
  parameters: [Sql.text, Sql.text, Sql.date],
  row: { orderId: Sql.text },
})

/**
 * The ids of orders whose payments came after their day was reconciled, and which a day corrects.
 */
export async function ordersCorrectedOn(
  database: Queries,
  { storeId, currencyCode, postingDate }: PostingDay,
): Promise<string[]> {
  const rows = await findOrdersCorrectedOn.on(database, storeId, currencyCode, postingDate)
  return rows.map(({ orderId }) => orderId)
}

/** The corrections of a reconciled posting on all later days. */
export async function readLaterCorrections(database: Pick<Database, 'execute'>, postingId: string): Promise<LineChange[]> {
  const rows = await usePrisma(database, (prisma) =>
    prisma.carriedLine.findMany({
      where: { postingId },
      select: { side: true, line: true, amount: true, vatAmount: true },
      orderBy: { id: 'asc' },
    }),
  )
  return rows.map(({ side, line, amount, vatAmount }) => ({
    side: side as Side,
    line: line as unknown as LineChange['line'],
    amount: new Decimal(amount.toString()),
    vatAmount: vatAmount === null ? null : new Decimal(vatAmount.toString()),
  }))
}

const insertStatement = statement({
  name: 'carried-line-insert',
  text: `insert into carried_line (posting_id, store_id, currency_code, from_date, to_date, created_at, side, line, amount, vat_amount)
    select $1, $2, $3, $4, $5, $6, c.side, c.line, c.amount, c.vat_amount
    from json_to_recordset($7::json) as c (side text, line json, amount numeric, vat_amount numeric)`,
  parameters: [Sql.uuid, Sql.text, Sql.text, Sql.date, Sql.date, Sql.timestamptz, Sql.json],
  row: {},
})

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
  const { storeId, currencyCode, postingDate } = from
  await insertStatement.on(tx, postingId, storeId, currencyCode, postingDate, toDate, now, JSON.stringify(rows))
}

/** The later days of a store and currency whose web orders are reconciled; the oldest first. */
export async function reconciledDaysAfter(tx: Transaction, { storeId, currencyCode, postingDate }: PostingDay): Promise<Day[]> {
  const later = { postingDate: { gt: toUtcDate(postingDate) } }
  const rows = await usePrisma(tx, (prisma) =>
    prisma.posting.findMany({
      where: { source: 'WebFulfillment', status: 'Reconciled', storeId, currencyCode, ...later },
      select: { postingDate: true },
      orderBy: { postingDate: 'asc' },
    }),
  )
  return rows.map((row) => toDay(row.postingDate))
}
