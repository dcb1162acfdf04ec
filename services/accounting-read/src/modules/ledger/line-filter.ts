import type { LedgerLineSearchRequest } from '@open-oms/contracts/accounting/search'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import { addOneOf, type SqlConditions, sqlConditions } from '@open-oms/service-kit/database/sql-conditions'
import type { Deps } from '../../deps.ts'
import { isUuid } from '../search/search-position.ts'
import { addPostingDates, addScope, nonEmpty, requestedStores, withoutEmptyTexts } from '../search/search-request.ts'

/** The filter of ledger lines. */
export type LineFilter = {
  /** SqlConditions on `ledger_line` that hold for all lines of a posting or for none. */
  ofPosting: SqlConditions
  /** The stores that lines are booked to; null means all. */
  stores: readonly string[] | null
  /** Columns of the line with the value or values that they must have; undefined means any. */
  ofLine: readonly (readonly [column: string, value: string | readonly string[] | undefined])[]
}

/** The filters that a search and an export of ledger lines both have. */
export type LineFilterRequest = Omit<
  LedgerLineSearchRequest,
  'take' | 'page' | 'after' | 'sortBy' | 'sortDescending' | 'includeSuperseded'
>

/**
 * The filter of a request, limited to the stores that the caller may see
 * (ledger.md#ledger-line-fields, ledger.md#ledger-line-search). Raises `ValidationFailed` for a
 * store together with a group, and for dates in the wrong order.
 */
export function buildLineFilter(deps: Pick<Deps, 'config'>, caller: Caller, request: LineFilterRequest): LineFilter {
  const ofPosting = sqlConditions()
  addScope(ofPosting, caller, 'posting_store_id')
  addPostingDates(ofPosting, request)
  addPosting(ofPosting, request)
  ofPosting.addIfPresent((value) => `currency_code = ${value}`, request.currencyCode)
  ofPosting.addIfPresent((value) => `source = ${value}`, request.source)
  return { ofPosting, stores: requestedStores(request, deps.config()), ofLine: ofLine(request) }
}

/** All conditions of a filter. */
export function lineConditions({ ofPosting, stores, ofLine }: LineFilter): SqlConditions {
  const all = ofPosting.copy()
  if (stores !== null) addOneOf(all, 'store_id', stores)
  for (const [column, wanted] of ofLine)
    all.addIfPresent((value) => (typeof wanted === 'string' ? `${column} = ${value}` : `${column} = any(${value})`), wanted)
  return all
}

function addPosting(filter: SqlConditions, { postingId }: LineFilterRequest): void {
  if (postingId === undefined || postingId === '') return
  // Postgres refuses to compare another text with a UUID; it matches nothing.
  if (isUuid(postingId)) filter.add((value) => `posting_id = ${value}`, postingId)
  else filter.addText('false')
}

function ofLine(request: LineFilterRequest): LineFilter['ofLine'] {
  const { accountNumber, accountNumbers, registerId, category, taxGroupCode, vatCode } = request
  return [
    ['account_number', nonEmpty(accountNumber) ?? withoutEmptyTexts(accountNumbers)],
    ['register_id', registerId],
    ['category', category],
    ['tax_group_code', taxGroupCode],
    ['vat_code', vatCode],
  ]
}
