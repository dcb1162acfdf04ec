import type { Readable } from 'node:stream'
import { DomainError } from '@open-oms/contracts/errors'
import type { OrderScrollRequest } from '@open-oms/contracts/orders/search/scroll'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import { searchScope } from '../search-orders.ts'
import { requestedSort } from '../search-sorts.ts'
import { scrollEnd, scrollResponse } from './scroll-response.ts'
import { fillScroll, freeScroll, reserveScroll } from './scroll-store.ts'

export type OpenScroll = { request: OrderScrollRequest; omitsEmpty: boolean }

/**
 * Opens a scroll over a snapshot of all that a search finds, and returns its first batch
 * (search.md#scroll). Raises `RateLimited` when the client has the maximum number open, and what
 * the filter raises.
 */
export async function openScroll(deps: OrderDeps, caller: Caller, { request, omitsEmpty }: OpenScroll): Promise<Readable> {
  const { settings } = deps.config()
  const { clientId, storeIds } = caller
  const now = deps.now()
  const id = deps.newId()
  const first = await reserveScroll(deps, {
    id,
    clientId,
    openMax: settings.search.scrollsPerClientMax,
    now,
    expires: scrollEnd(deps, now),
  })
  if (first !== null) throw tooMany(settings.search.scrollsPerClientMax, first.getTime() - now.getTime())
  try {
    const scope = searchScope(deps, caller)
    const size = await fillScroll(deps, {
      id,
      filter: request,
      scope,
      sort: requestedSort(request, scope),
      orderIds: null,
      batchSize: settings.search.scrollBatchSize,
    })
    return scrollResponse(deps, { id, batch: 0, size, stores: storeIds, omitsEmpty })
  } catch (error) {
    await freeScroll(deps, { id, clientId, now }).catch((err) =>
      deps.log.warn({ err }, 'a scroll without content waits for its expiry'),
    )
    throw error
  }
}

function tooMany(count: number, waitMs: number): DomainError {
  return new DomainError(
    'RateLimited',
    `At most ${count} scrolls may be open at the same time. Free one, or wait until one expires.`,
    {
      retryAfterSeconds: waitMs / 1_000,
    },
  )
}
