import type {
  TrialBalance,
  TrialBalanceQuery,
  TrialBalanceRow,
  TrialBalanceTotal,
} from '@open-oms/contracts/accounting/trial-balance'
import { invalid } from '@open-oms/contracts/errors'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type { Database } from '@open-oms/service-kit/database/database'
import { type SqlConditions, sqlConditions } from '@open-oms/service-kit/database/sql-conditions'
import { type BuiltStatement, fetchRows, type RowOf, Sql } from '@open-oms/service-kit/database/statement'
import type { Deps } from '../../deps.ts'
import { addPostingDates, addScope } from '../search/search-request.ts'

/** In the sums of a currency, what belongs to an account is null, and not read. */
const sumRow = {
  accountNumber: Sql.text,
  accountName: Sql.text,
  vatCode: Sql.nullable(Sql.text),
  currencyCode: Sql.text,
  debit: Sql.numeric,
  credit: Sql.numeric,
  balance: Sql.numeric,
  isTotal: Sql.integer,
}

/** Adds the condition that a line was posted and not yet superseded at an instant. */
function addPostedAt(filter: SqlConditions, asOf: Date): void {
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
async function sumLedger(
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

/**
 * Sums the ledger by account, VAT code and currency, and by currency, as it was at `asOf`
 * (ledger.md#trial-balance). The store is that of the posting, so that its sums balance: lines of
 * internal transfers have another code. Raises `ValidationFailed` for dates in the wrong order.
 */
export async function getTrialBalance(deps: Deps, caller: Caller, query: TrialBalanceQuery): Promise<TrialBalance> {
  const asOf = query.asOf === undefined ? deps.now() : new Date(query.asOf)
  const { rows, totals } = await sumLedger(deps.reading, summedLines(caller, query, asOf))
  return { rows, totals, ...singleTotals(totals), asOf: asOf.toISOString() }
}

/**
 * The conditions of the lines that a trial balance sums. Raises `ValidationFailed` for dates in the
 * wrong order.
 */
export function summedLines(caller: Caller, query: TrialBalanceQuery, asOf: Date): SqlConditions {
  const { from, to, storeId, accountingCompanyCode } = query
  if (from !== undefined && to !== undefined && from > to) throw invalid('to', 'is before from')
  const filter = sqlConditions()
  addPostingDates(filter, {
    ...(from === undefined ? {} : { postingDateFrom: from }),
    ...(to === undefined ? {} : { postingDateTo: to }),
  })
  addScope(filter, caller, 'posting_store_id')
  filter.addIfPresent((value) => `posting_store_id = ${value}`, storeId)
  filter.addIfPresent((value) => `accounting_company_code = ${value}`, accountingCompanyCode)
  addPostedAt(filter, asOf)
  return filter
}

/** Amounts of several currencies have no sum. */
function singleTotals(totals: readonly TrialBalanceTotal[]): Pick<TrialBalance, 'totalDebit' | 'totalCredit'> {
  if (totals.length > 1) return { totalDebit: null, totalCredit: null }
  return { totalDebit: totals[0]?.debit ?? 0, totalCredit: totals[0]?.credit ?? 0 }
}
