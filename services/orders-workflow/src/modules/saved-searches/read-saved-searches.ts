import type { SavedSearch, SavedSearchList } from '@open-oms/contracts/orders/search/saved-search'
import { OrderSearchRequest, PAGE_SIZE_DEFAULT, SEARCH_WINDOW_MAX } from '@open-oms/contracts/orders/search/search'
import { isUuid } from '@open-oms/contracts/uuid'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type { JsonText } from '@open-oms/service-kit/http/route-response'
import { refuseHiddenFilters } from '@open-oms/service-kit/server/personal-data'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { windowExceeded } from '../search/domain/search-page.ts'
import { countSearches } from '../search/search-counts.ts'
import { type ResultForm, searchRange, searchScope } from '../search/search-orders.ts'
import { withDatesAt } from './domain/relative-dates.ts'
import { readSavedSearch, readSavedSearches } from './saved-search-store.ts'
import { savedSearchNotFound } from './write-saved-search.ts'

type Deps = Pick<OrderDeps, 'config' | 'now' | 'reading'>
/** Which saved search, and for whom. */
export type SavedSearchKey = { id: string; caller: Caller }

/**
 * For all counts of a list: a screen with queues asks often, and shows the list without them too.
 */
const COUNTS_MS_MAX = 2_000

/** Reads a saved search (saved-searches.md#saved-searches). Raises `NotFound`. */
export async function getSavedSearch(
  { reading }: Pick<OrderDeps, 'reading'>,
  { id, caller }: SavedSearchKey,
): Promise<SavedSearch> {
  const saved = isUuid(id) ? await readSavedSearch(reading, id, caller) : null
  if (saved === null) throw savedSearchNotFound(id)
  return saved
}

/**
 * Lists the saved searches that the caller sees, with `counts` also how many orders each finds in
 * the caller's stores (saved-searches.md#counts).
 */
export async function listSavedSearches(
  deps: Deps,
  caller: Caller,
  { counts = false }: { counts?: boolean | undefined },
): Promise<SavedSearchList> {
  const saved = await readSavedSearches(deps.reading, caller)
  if (!counts) return { result: saved.map((one) => ({ ...one, count: null, countIsExact: null })) }
  const scope = searchScope(deps, caller)
  const searches = saved.map((one) => ({ filter: withDatesAt(one.search, one.relativeDates, scope.now), scope }))
  const { exactTotalMax } = deps.config().settings.search
  const counted = await countSearches(deps.reading, searches, { exactTotalMax, budgetMs: COUNTS_MS_MAX })
  return {
    result: saved.map((one, index) => {
      const { count, isExact } = counted[index] ?? { count: null, isExact: null }
      return { ...one, count, countIsExact: isExact }
    }),
  }
}

/**
 * The search of a saved search as it is run now: with dates instead of relative ones. Raises
 * `NotFound`, and `Forbidden` for filters by what the caller may not see.
 */
export async function savedSearchNow(deps: Deps, key: SavedSearchKey): Promise<OrderSearchRequest> {
  const { search, relativeDates } = await getSavedSearch(deps, key)
  refuseHiddenFilters(key.caller, OrderSearchRequest, search)
  return withDatesAt(search, relativeDates, deps.now())
}

/**
 * Runs a saved search as an order search with its body, over the caller's stores
 * (saved-searches.md#running-a-saved-search). Raises `NotFound`, `WindowExceeded`.
 */
export async function runSavedSearch(
  deps: Deps,
  key: SavedSearchKey,
  { skip = 0, take, ...form }: { skip?: number | undefined; take?: number | undefined } & ResultForm,
): Promise<JsonText> {
  const { take: usual = PAGE_SIZE_DEFAULT, page: _page, ...request } = await savedSearchNow(deps, key)
  const range = { skip, take: take ?? usual }
  if (range.skip + range.take > SEARCH_WINDOW_MAX) throw windowExceeded('skip')
  return searchRange(deps, key.caller, { request, range, ...form })
}
