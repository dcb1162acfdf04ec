import type { LedgerLineSearchRequest, LedgerLineSearchResult } from '@oms/contracts/accounting/search'
import type { Caller } from '@oms/service-kit/server/caller'
import type { Deps } from '../../deps.ts'
import { type Conditions, conditions } from '../../persistence/conditions.ts'
import { searchLinePage } from '../../persistence/ledger-line-queries.ts'
import { isPostingId } from '../../persistence/search-position.ts'
import { addPostingDates, addScope, addStores, pageOf, storesOf } from './search-request.ts'

const TAKE_PRESET = 200

/**
 * Searches ledger lines over postings (document 2, 4-decisions O.1). A category is the one that lines are answered with, but
 * `Other` does not find rental sales. Errors: ValidationFailed for a store together with a group, dates the wrong way round
 * and a bad `after`; WindowExceeded.
 */
export async function searchLedgerLines(
  deps: Deps,
  caller: Caller,
  request: LedgerLineSearchRequest,
): Promise<LedgerLineSearchResult> {
  const page = pageOf(request, TAKE_PRESET)
  const filter = conditions()
  addStores(filter, storesOf(request, deps.config()))
  addScope(filter, caller, 'posting_store_id')
  addPostingDates(filter, request)
  addPosting(filter, request)
  addAccounts(filter, request)
  filter.addIfGiven((value) => `register_id = ${value}`, request.registerId)
  filter.addIfGiven((value) => `category = ${value}`, request.category)
  filter.addIfGiven((value) => `tax_group_code = ${value}`, request.taxGroupCode)
  filter.addIfGiven((value) => `vat_code = ${value}`, request.vatCode)
  filter.addIfGiven((value) => `currency_code = ${value}`, request.currencyCode)
  filter.addIfGiven((value) => `source = ${value}`, request.source)
  const sort = { by: request.sortBy ?? 'PostingDate', isDescending: request.sortDescending ?? false }
  return await searchLinePage(deps, filter, { ...page, sort })
}

function addPosting(filter: Conditions, { postingId, includeSuperseded }: LedgerLineSearchRequest): void {
  // Only an id of ours can be compared with one; another text finds nothing.
  if (postingId !== undefined && postingId !== '') {
    if (isPostingId(postingId)) filter.add((value) => `posting_id = ${value}`, postingId)
    else filter.addText('false')
  }
  if (includeSuperseded === true) return
  filter.addText(`not exists (select from posting where posting.id = ledger_line.posting_id and posting.status = 'Superseded')`)
}

function addAccounts(filter: Conditions, { accountNumber, accountNumbers }: LedgerLineSearchRequest): void {
  if (accountNumber !== undefined && accountNumber !== '') filter.add((value) => `account_number = ${value}`, accountNumber)
  else filter.addIfGiven((value) => `account_number = any(${value})`, accountNumbers)
}
