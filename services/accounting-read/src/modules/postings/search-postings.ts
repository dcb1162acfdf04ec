import type { Posting } from '@open-oms/contracts/accounting/posting'
import type { PostingSearchRequest, PostingSearchResult } from '@open-oms/contracts/accounting/search'
import { DomainError } from '@open-oms/contracts/errors'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import { isInScope } from '@open-oms/service-kit/authentication/caller'
import { addOneOf, type SqlConditions, sqlConditions } from '@open-oms/service-kit/database/sql-conditions'
import type { Deps } from '../../deps.ts'
import { isUuid } from '../search/search-position.ts'
import { addPostingDates, addScope, requestedPage, requestedStores, withoutEmptyTexts } from '../search/search-request.ts'
import { findPosting, findPostingOfZReport, searchPostingPage } from './posting-read-store.ts'

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

/** Reads a posting of any status. Raises `NotFound`, also if the token does not cover its store. */
export async function getPosting(deps: Pick<Deps, 'query'>, caller: Caller, id: string): Promise<Posting> {
  const posting = isUuid(id) ? await findPosting(deps, id) : undefined
  return visible(posting, caller, `There is no posting "${id}".`)
}

/** Reads the current posting of a Z-report. Raises `NotFound`, also if all are superseded. */
export async function getPostingByZReport(deps: Pick<Deps, 'query'>, caller: Caller, zReportId: string): Promise<Posting> {
  return visible(await findPostingOfZReport(deps, zReportId), caller, `There is no posting of Z-report "${zReportId}".`)
}

function visible(posting: Posting | undefined, caller: Caller, message: string): Posting {
  if (posting === undefined || !posting.storeIds.every((storeId) => isInScope(caller, storeId)))
    throw new DomainError('NotFound', message)
  return posting
}
