import type { TrialBalanceRow, TrialBalanceTotal } from '@oms/contracts/accounting/trial-balance'
import type { Database } from '@oms/service-kit/database/database'
import type { SqlConditions } from '@oms/service-kit/database/sql-conditions'
import { type BuiltStatement, fetchRows, integer, nullable, numeric, type RowOf, text } from '@oms/service-kit/database/statement'

/** In the sums of a currency, what belongs to an account is null, and not read. */
const sumRow = {
  accountNumber: text,
  accountName: text,
  vatCode: nullable(text),
  currencyCode: text,
  debit: numeric,
  credit: numeric,
  balance: numeric,
  isTotal: integer,
}

/** Adds the condition that a line was posted and not yet superseded at an instant. */
export function addPostedAt(filter: SqlConditions, asOf: Date): void {
  const instant = filter.parameter(asOf)
  const holds = `posting.created_at <= ${instant} and (posting.superseded_at is null or posting.superseded_at > ${instant})`
  filter.addText(`exists (select from posting where posting.id = ledger_line.posting_id and ${holds})`)
}

/** The statement that sums the lines that fulfil the conditions. */
export function sumStatement(filter: SqlConditions): BuiltStatement<typeof sumRow> {
  return {
    text: `select account_number as "accountNumber", max(account_name) as "accountName", vat_code as "vatCode",
        currency_code as "currencyCode", sum(debit) as debit, sum(credit) as credit, sum(debit) - sum(credit) as balance,
        grouping(account_number) as "isTotal"
      from ledger_line ${filter.where()}
      group by grouping sets ((account_number, vat_code, currency_code), (currency_code))
      order by "isTotal", account_number, vat_code nulls first, currency_code`,
    values: filter.values,
    row: sumRow,
  }
}

/**
 * The sums of the lines that fulfil the conditions by account, VAT code and currency, and by
 * currency; added exactly, by the database.
 */
export async function sumLedger(
  database: Pick<Database, 'query'>,
  filter: SqlConditions,
): Promise<{ rows: TrialBalanceRow[]; totals: TrialBalanceTotal[] }> {
  const found = await fetchRows(database, sumStatement(filter))
  const sums = found.map(({ isTotal, ...row }) => ({ isTotal: isTotal === 1, row: { ...row, ...toNumbers(row) } }))
  return {
    rows: sums.filter(({ isTotal }) => !isTotal).map(({ row }) => row),
    totals: sums
      .filter(({ isTotal }) => isTotal)
      .map(({ row: { currencyCode, debit, credit } }) => ({ currencyCode, debit, credit })),
  }
}

function toNumbers({ debit, credit, balance }: Pick<RowOf<typeof sumRow>, 'debit' | 'credit' | 'balance'>) {
  return { debit: Number(debit), credit: Number(credit), balance: Number(balance) }
}
