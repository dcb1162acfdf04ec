import type { LedgerLineSearchRequest } from '@oms/contracts/accounting/search'
import type { Caller } from '@oms/service-kit/server/caller'
import type { Deps } from '../../deps/deps.ts'
import { type Conditions, conditions } from '../search/conditions.ts'
import { isUuid } from '../search/search-position.ts'
import { addPostingDates, addScope, given, givenOf, storesOf } from '../search/search-request.ts'
import type { LineFilter } from './line-filter.ts'

/** What narrows ledger lines, in a search and in an export; whether superseded ones count is left to them. */
export type LineFilterRequest = Omit<
  LedgerLineSearchRequest,
  'take' | 'page' | 'after' | 'sortBy' | 'sortDescending' | 'includeSuperseded'
>

/**
 * The lines that a request asks for, of those that the caller may see (document 2, 4-decisions O.1). Errors: ValidationFailed for a
 * store together with a group, and for dates the wrong way round.
 */
export function lineFilter(deps: Pick<Deps, 'config'>, caller: Caller, request: LineFilterRequest): LineFilter {
  const ofPosting = conditions()
  addScope(ofPosting, caller, 'posting_store_id')
  addPostingDates(ofPosting, request)
  addPosting(ofPosting, request)
  ofPosting.addIfGiven((value) => `currency_code = ${value}`, request.currencyCode)
  ofPosting.addIfGiven((value) => `source = ${value}`, request.source)
  return { ofPosting, stores: storesOf(request, deps.config()), ofLine: ofLine(request) }
}

function addPosting(filter: Conditions, { postingId }: LineFilterRequest): void {
  if (postingId === undefined || postingId === '') return
  // Only an id of ours can be compared with one; another text finds nothing.
  if (isUuid(postingId)) filter.add((value) => `posting_id = ${value}`, postingId)
  else filter.addText('false')
}

function ofLine(request: LineFilterRequest): LineFilter['ofLine'] {
  const { accountNumber, accountNumbers, registerId, category, taxGroupCode, vatCode } = request
  return [
    ['account_number', given(accountNumber) ?? givenOf(accountNumbers)],
    ['register_id', registerId],
    ['category', category],
    ['tax_group_code', taxGroupCode],
    ['vat_code', vatCode],
  ]
}
