import type { Readable } from 'node:stream'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import { noSuchScroll, readScrollId, scrollEnd, scrollResponse } from './scroll-response.ts'
import { extendScroll, freeScroll } from './scroll-store.ts'

export type GetScroll = { scrollId: string; omitsEmpty: boolean }

/**
 * Returns the batch of a scroll id, and extends the scroll (search.md#scroll). Raises `NotFound`
 * for an id that was never issued, has expired or is of another client.
 */
export async function getScroll(
  deps: OrderDeps,
  { clientId, storeIds }: Caller,
  { scrollId, omitsEmpty }: GetScroll,
): Promise<Readable> {
  const position = readScrollId(scrollId)
  if (position === null) throw noSuchScroll()
  const now = deps.now()
  const size = await extendScroll(deps, { id: position.id, clientId, now }, scrollEnd(deps, now))
  if (size === null || position.batch > size.batchCount) throw noSuchScroll()
  return scrollResponse(deps, { ...position, size, stores: storeIds, omitsEmpty })
}

/**
 * Frees a scroll, by the id of any batch (search.md#scroll). Raises `NotFound` as reading it does.
 */
export async function deleteScroll(deps: OrderDeps, scrollId: string, { clientId }: Caller): Promise<void> {
  const position = readScrollId(scrollId)
  const isFreed = position !== null && (await freeScroll(deps, { id: position.id, clientId, now: deps.now() }))
  if (!isFreed) throw noSuchScroll()
}
