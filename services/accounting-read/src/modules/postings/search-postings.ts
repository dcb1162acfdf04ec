import type { PostingSearchRequest, PostingSearchResult } from '@oms/contracts/accounting/search'
import type { Caller } from '@oms/service-kit/authentication/caller'
import { addOneOf, type SqlConditions, sqlConditions } from '@oms/service-kit/database/sql-conditions'
import type { Deps } from '../../deps.ts'
import { addPostingDates, addScope, requestedPage, requestedStores, withoutEmptyTexts } from '../search/search-request.ts'
import { searchPostingPage } from './posting-read-store.ts'

const TAKE_PRESET = 50

/**
 * Searches postings, newest posting date first (ledger.md#ledger-line-fields,
 * ledger.md#posting-search). Raises `ValidationFailed` for a store together with a group, dates in
 * the wrong order and a bad `after`; `WindowExceeded`.
 */
export async function searchPostings(deps: Deps, caller: Caller, request: PostingSearchRequest): Promise<PostingSearchResult> {
  const page = requestedPage(request, TAKE_PRESET)
  return await searchPostingPage(deps.reading, buildPostingFilter(deps, caller, request), page)
}

/**
 * The conditions of the postings that a request searches, limited to the stores that the caller may
 * see. Raises `ValidationFailed`.
 */
export function buildPostingFilter(deps: Pick<Deps, 'config'>, caller: Caller, request: PostingSearchRequest): SqlConditions {
  const filter = sqlConditions()
  const stores = requestedStores(request, deps.config())
  if (stores !== null) addOneOf(filter, 'store_id', stores)
  addScope(filter, caller, 'store_id')
  addPostingDates(filter, request)
  filter.addIfPresent((value) => `register_ids @> array[${value}]`, request.registerId)
  filter.addIfPresent((value) => `accounting_company_code = ${value}`, request.accountingCompanyCode)
  filter.addIfPresent((value) => `status = ${value}`, request.status)
  filter.addIfPresent((value) => `source = ${value}`, request.source)
  filter.addIfPresent((value) => `order_ids && ${value}`, withoutEmptyTexts(request.orderIds))
  if (request.includeSuperseded !== true) filter.addText(`status <> 'Superseded'`)
  return filter
}
