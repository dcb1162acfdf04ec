import type { TrialBalance, TrialBalanceQuery, TrialBalanceTotal } from '@oms/contracts/accounting/trial-balance'
import { invalid } from '@oms/contracts/errors'
import type { Caller } from '@oms/service-kit/authentication/caller'
import { type SqlConditions, sqlConditions } from '@oms/service-kit/database/sql-conditions'
import type { Deps } from '../../deps.ts'
import { addPostingDates, addScope } from '../search/search-request.ts'
import { addPostedAt, sumLedger } from './trial-balance-store.ts'

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
