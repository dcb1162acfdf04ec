import { SEARCH_WINDOW_MAX } from '@open-oms/contracts/accounting/search'
import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type { SqlConditions } from '@open-oms/service-kit/database/sql-conditions'
import type { AccountingConfig } from '../../deps.ts'
import type { PageRequest } from './page.ts'

/** The fields that both searches have. */
type SearchRequest = {
  take?: number
  page?: number
  after?: string
  storeId?: string
  storeGroupId?: string
  postingDateFrom?: string
  postingDateTo?: string
}

/** The requested page. Raises `WindowExceeded`, but not with `after` (ledger.md#posting-search). */
export function requestedPage(request: SearchRequest, takePreset: number): PageRequest {
  const take = request.take ?? takePreset
  const page = request.page ?? 1
  const after = nonEmpty(request.after) ?? null
  if (after === null && take * page > SEARCH_WINDOW_MAX) {
    throw new DomainError('WindowExceeded', `take × page is at most ${SEARCH_WINDOW_MAX}. Continue with "after" instead.`, {
      errors: { page: [`take × page is at most ${SEARCH_WINDOW_MAX}`] },
    })
  }
  return { take, page, after }
}

/** The requested stores: null is all, [] an unknown group. Raises `ValidationFailed` for both. */
export function requestedStores(
  { storeId, storeGroupId }: SearchRequest,
  config: Pick<AccountingConfig, 'stores'>,
): readonly string[] | null {
  const [store, group] = [nonEmpty(storeId), nonEmpty(storeGroupId)]
  if (store !== undefined && group !== undefined) throw invalid('storeGroupId', 'cannot be given together with storeId')
  if (store !== undefined) return [store]
  if (group !== undefined) return config.stores.filter((other) => other.storeGroupId === group).map(({ id }) => id)
  return null
}

/** Adds the condition for posting dates, both included. Raises `ValidationFailed` if reversed. */
export function addPostingDates(filter: SqlConditions, { postingDateFrom, postingDateTo }: SearchRequest): void {
  if (postingDateFrom !== undefined && postingDateTo !== undefined && postingDateFrom > postingDateTo) {
    throw invalid('postingDateTo', 'is before postingDateFrom')
  }
  // A posting date is midnight UTC, and the zone of the text is UTC: `timestamp` ignores it.
  filter.addIfPresent((value) => `posting_date >= ${value}::timestamp`, postingDateFrom)
  filter.addIfPresent((value) => `posting_date <= ${value}::timestamp`, postingDateTo)
}

/**
 * Adds the condition that the store is one that the caller's token covers
 * (security.md#store-scope).
 */
export function addScope(filter: SqlConditions, caller: Caller, column: string): void {
  if (caller.storeIds !== null) filter.add((value) => `${column} = any(${value})`, caller.storeIds)
}

/** A text of a request; undefined for an empty one, which means the same as none. */
export const nonEmpty = <T extends string>(text: T | undefined): Exclude<T, ''> | undefined =>
  text === '' ? undefined : (text as Exclude<T, ''> | undefined)

/** The texts of a list without empty ones: an empty form sends a list of one empty text. */
export const withoutEmptyTexts = (texts: readonly string[] | undefined): string[] | undefined =>
  texts?.filter((text) => text !== '')
