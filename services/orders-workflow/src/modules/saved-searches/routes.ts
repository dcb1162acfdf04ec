import * as contracts from '@open-oms/contracts/orders/search/routes/saved-searches'
import type { SavedSearch } from '@open-oms/contracts/orders/search/saved-search'
import { type Caller, storesInScope } from '@open-oms/service-kit/authentication/caller'
import type { RouteResponse } from '@open-oms/service-kit/http/route-response'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { getSavedSearch, listSavedSearches, runSavedSearch } from './read-saved-searches.ts'
import { createSavedSearch, deleteSavedSearch, replaceSavedSearch } from './write-saved-search.ts'

export function registerSavedSearches(app: Server, deps: OrderDeps): void {
  register(app, deps, contracts.listSavedSearches, async (deps, { caller, query }) => ({
    body: await listSavedSearches(deps, inStore(caller, query.storeId), query),
  }))
  register(app, deps, contracts.createSavedSearch, async (deps, { caller, body }) => {
    const saved = await createSavedSearch(deps, caller, body)
    return { ...savedSearchResponse(saved), headers: { location: `/api/SavedSearches/${saved.id}` } }
  })
  register(app, deps, contracts.getSavedSearch, async (deps, { params, caller }) =>
    savedSearchResponse(await getSavedSearch(deps, { ...params, caller })),
  )
  register(app, deps, contracts.replaceSavedSearch, async (deps, { params, caller, ifMatch, body }) =>
    savedSearchResponse(await replaceSavedSearch(deps, { ...params, caller, ifMatch }, body)),
  )
  register(app, deps, contracts.deleteSavedSearch, async (deps, { params, caller, ifMatch }) => {
    await deleteSavedSearch(deps, { ...params, caller, ifMatch })
    return {}
  })
  register(app, deps, contracts.runSavedSearch, async (deps, { params, caller, query: { storeId, ...range }, omitsEmpty }) => ({
    body: await runSavedSearch(deps, { ...params, caller: inStore(caller, storeId) }, { ...range, omitsEmpty }),
  }))
  register(app, deps, contracts.getSavedSearchSummaries, async (deps, { params, caller, query: { storeId, ...range } }) => ({
    body: await runSavedSearch(deps, { ...params, caller: inStore(caller, storeId) }, { ...range, asSummaries: true }),
  }))
}

/** The caller as one of that store alone; of another one they find nothing. */
function inStore(caller: Caller, storeId: string | undefined): Caller {
  return { ...caller, storeIds: storesInScope(caller, storeId) }
}

function savedSearchResponse(saved: SavedSearch): RouteResponse {
  return { body: saved, version: saved.versionId }
}
