import type { LedgerLineSearchRequest, LedgerLineSearchResult } from '@oms/contracts/accounting/search'
import type { Caller } from '@oms/service-kit/authentication/caller'
import type { SqlConditions } from '@oms/service-kit/database/sql-conditions'
import type { Deps } from '../../deps.ts'
import { nonEmpty, requestedPage } from '../search/search-request.ts'
import { searchLedgerLinePage } from './ledger-line-store.ts'
import { buildLineFilter } from './line-filter.ts'

const TAKE_PRESET = 200

/**
 * Searches ledger lines of all postings (ledger.md#ledger-line-fields,
 * ledger.md#ledger-line-search). Categories are those of the response, but `Other` does not match
 * rental sales. Raises `ValidationFailed` for a store together with a group, dates in the wrong
 * order and a bad `after`; `WindowExceeded`.
 */
export async function searchLedgerLines(
  deps: Deps,
  caller: Caller,
  request: LedgerLineSearchRequest,
): Promise<LedgerLineSearchResult> {
  const page = requestedPage(request, TAKE_PRESET)
  const filter = buildLineFilter(deps, caller, request)
  leaveOutSuperseded(filter.ofPosting, request)
  const sort = { by: nonEmpty(request.sortBy) ?? 'PostingDate', isDescending: request.sortDescending ?? false }
  return await searchLedgerLinePage(deps.reading, filter, { ...page, sort })
}

function leaveOutSuperseded(filter: SqlConditions, { includeSuperseded }: LedgerLineSearchRequest): void {
  if (includeSuperseded === true) return
  filter.addText(`not exists (select from posting where posting.id = ledger_line.posting_id and posting.status = 'Superseded')`)
}
