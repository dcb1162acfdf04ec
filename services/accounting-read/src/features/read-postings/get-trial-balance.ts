import type { TrialBalance, TrialBalanceQuery } from '@oms/contracts/accounting/trial-balance'
import { invalid } from '@oms/contracts/errors'
import type { Caller } from '@oms/service-kit/server/caller'
import type { Deps } from '../../deps.ts'
import { conditions } from '../../persistence/conditions.ts'
import { knownAt, sumLedger } from '../../persistence/trial-balance-query.ts'
import { addPostingDates, addScope } from './search-request.ts'

/**
 * Sums the ledger by account, VAT code and currency, as the books were known at `asOf` (4-decisions O.8). A store is the one that a
 * posting belongs to, so that its balance comes out even: lines of internal transfers carry another code. Errors: ValidationFailed for
 * dates the wrong way round.
 */
export async function getTrialBalance(deps: Deps, caller: Caller, query: TrialBalanceQuery): Promise<TrialBalance> {
  const { from, to, storeId, accountingCompanyCode } = query
  if (from !== undefined && to !== undefined && from > to) throw invalid('to', 'lies before from')
  const asOf = query.asOf === undefined ? deps.now() : new Date(query.asOf)
  const filter = conditions()
  addPostingDates(filter, {
    ...(from === undefined ? {} : { postingDateFrom: from }),
    ...(to === undefined ? {} : { postingDateTo: to }),
  })
  addScope(filter, caller, 'posting_store_id')
  filter.addIfGiven((value) => `posting_store_id = ${value}`, storeId)
  filter.addIfGiven((value) => `accounting_company_code = ${value}`, accountingCompanyCode)
  knownAt(filter, asOf)
  return { ...(await sumLedger(deps, filter)), asOf: asOf.toISOString() }
}
