import { DomainError, invalid, orRefusal } from '@open-oms/contracts/errors'
import { propertyPath } from '@open-oms/contracts/model/property-path'
import { Order } from '@open-oms/contracts/orders/order'
import {
  OWN_SEARCHES_MAX,
  type SavedSearch,
  type SavedSearchRequest,
  SHARED_SEARCHES_MAX,
} from '@open-oms/contracts/orders/search/saved-search'
import { collectProblems } from '@open-oms/contracts/problems'
import { isUuid } from '@open-oms/contracts/uuid'
import { type Caller, requireInScope } from '@open-oms/service-kit/authentication/caller'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { IfMatch } from '@open-oms/service-kit/http/etag'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { searchPage } from '../search/domain/search-page.ts'
import { searchCondition } from '../search/search-condition.ts'
import { searchScope } from '../search/search-orders.ts'
import { requestedSort } from '../search/search-sorts.ts'
import { assertOneDatePerFilter } from './domain/relative-dates.ts'
import { countBeside, lockSavedSearch, removeSavedSearch, writeSavedSearch } from './saved-search-store.ts'

type Deps = Pick<OrderDeps, 'inTransaction' | 'config' | 'now' | 'newId'>

/** A write to a saved search that there is. */
export type SavedSearchWrite = { id: string; caller: Caller; ifMatch: IfMatch | null }

/**
 * Saves a search (saved-searches.md#saved-searches). Raises `Forbidden` for a shared one,
 * `ValidationFailed` for one too many, and what running the search would raise.
 */
export async function createSavedSearch(deps: Deps, caller: Caller, request: SavedSearchRequest): Promise<SavedSearch> {
  const saved = savedSearch(deps, caller, { request, before: null })
  return deps.inTransaction((tx) => save(tx, saved, caller))
}

/**
 * Replaces a saved search; one that is no longer shared is the caller's. Raises `NotFound`,
 * `VersionConflict`, and what creating one raises.
 */
export async function replaceSavedSearch(deps: Deps, write: SavedSearchWrite, request: SavedSearchRequest): Promise<SavedSearch> {
  return deps.inTransaction(async (tx) => {
    const before = await openSavedSearch(tx, write)
    return save(tx, savedSearch(deps, write.caller, { request, before }), write.caller)
  })
}

/** Deletes a saved search. Raises `NotFound`, `Forbidden`, `VersionConflict`. */
export async function deleteSavedSearch(deps: Deps, write: SavedSearchWrite): Promise<void> {
  await deps.inTransaction(async (tx) => {
    const { id } = await openSavedSearch(tx, write)
    await removeSavedSearch(tx, id)
  })
}

/** The error for a saved search that is unknown, or another caller's own. */
export function savedSearchNotFound(id: string): DomainError {
  return new DomainError('NotFound', `There is no saved search with id "${id}".`)
}

async function openSavedSearch(tx: Transaction, { id, caller, ifMatch }: SavedSearchWrite): Promise<SavedSearch> {
  const stored = isUuid(id) ? await lockSavedSearch(tx, id, caller) : null
  if (stored === null) throw savedSearchNotFound(id)
  if (stored.shared) requireMayShare(caller)
  if (ifMatch === null || ifMatch.matches(stored.versionId)) return stored
  throw new DomainError('VersionConflict', `Saved search "${id}" has changed since the version in If-Match.`, {
    fields: { currentVersionId: stored.versionId, changedFields: [] },
  })
}

/**
 * What all clients see is for an administrator of the whole tenant
 * (saved-searches.md#shared-searches).
 */
function requireMayShare(caller: Caller): void {
  if (!caller.roles.includes('OrderAdmin'))
    throw new DomainError('Forbidden', 'Shared saved searches are written with the role OrderAdmin.')
  requireInScope(caller, null)
}

type Next = { request: SavedSearchRequest; before: SavedSearch | null }

function savedSearch(deps: Deps, caller: Caller, { request, before }: Next): SavedSearch {
  const { name, description = null, search, relativeDates = [], columns = [], shared = false, position = 0 } = request
  if (shared) requireMayShare(caller)
  assertCanBeRun(deps, caller, request)
  assertColumns(columns)
  const modified = deps.now().toISOString()
  return {
    id: before?.id ?? deps.newId(),
    name,
    description,
    search,
    relativeDates,
    columns,
    shared,
    position,
    created: before?.created ?? modified,
    createdBy: before?.createdBy ?? caller.actor,
    modified,
    modifiedBy: caller.actor,
    versionId: deps.newId(),
  }
}

/** Refuses a search that running it would refuse. */
function assertCanBeRun(deps: Deps, caller: Caller, { search, relativeDates = [] }: SavedSearchRequest): void {
  assertOneDatePerFilter(search, relativeDates)
  const refusal = orRefusal(() => {
    searchPage(search)
    const scope = searchScope(deps, caller)
    requestedSort(search, scope)
    return searchCondition(search, scope)
  })
  if (refusal instanceof DomainError) throw ofSearch(refusal)
}

/** Refuses columns that no order has. */
function assertColumns(columns: readonly string[]): void {
  const problems = collectProblems()
  for (const [index, column] of columns.entries()) {
    const steps = propertyPath(Order, column)
    if (typeof steps === 'string') problems.add(`columns[${index}]`, steps)
  }
  problems.throwIfAny()
}

/** The same error with the paths that the values have in a saved search. */
function ofSearch({ code, message, details }: DomainError): DomainError {
  const errors = Object.entries(details.errors ?? {}).map(([path, texts]) => [`search.${path}`, texts])
  return new DomainError(code, message, { ...details, errors: Object.fromEntries(errors) })
}

async function save(tx: Transaction, saved: SavedSearch, caller: Caller): Promise<SavedSearch> {
  const most = saved.shared ? SHARED_SEARCHES_MAX : OWN_SEARCHES_MAX
  if ((await countBeside(tx, saved, caller)) >= most)
    throw invalid('', `There are ${most} ${saved.shared ? 'shared' : 'own'} saved searches already: delete one first.`)
  await writeSavedSearch(tx, saved, caller)
  return saved
}
