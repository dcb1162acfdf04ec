import type { LedgerLine } from '@open-oms/contracts/accounting/ledger-line'
import type { LedgerLineSearchRequest, LedgerLineSearchResult } from '@open-oms/contracts/accounting/search'
import { DomainError } from '@open-oms/contracts/errors'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import { isInScope } from '@open-oms/service-kit/authentication/caller'
import type { SqlConditions } from '@open-oms/service-kit/database/sql-conditions'
import type { Deps } from '../../deps.ts'
import { getPosting } from '../postings/search-postings.ts'
import { nonEmpty, requestedPage } from '../search/search-request.ts'
import { findLedgerLine, findLedgerLines, searchLedgerLinePage } from './ledger-line-store.ts'
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

/** Lists the lines of a posting of any status. Raises `NotFound` (ledger.md#posting-reads). */
export async function getPostingLines(deps: Pick<Deps, 'query'>, caller: Caller, postingId: string): Promise<LedgerLine[]> {
  await getPosting(deps, caller, postingId)
  return await findLedgerLines(deps, postingId)
}

/** Reads one line. Raises `NotFound` when that posting has no such line. */
export async function getPostingLine(
  deps: Pick<Deps, 'query'>,
  caller: Caller,
  { postingId, id }: { postingId: string; id: string },
): Promise<LedgerLine> {
  const found = await findLedgerLine(deps, postingId, id)
  if (found === undefined || !isInScope(caller, found.postingStoreId)) {
    throw new DomainError('NotFound', `Posting "${postingId}" has no line "${id}".`)
  }
  return found.line
}
