import type { Readable } from 'node:stream'
import type { Caller } from '@oms/service-kit/authentication/caller'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import { scrollEnd } from './scroll-end.ts'
import { readScrollId } from './scroll-id.ts'
import { noSuchScroll, scrollResponse } from './scroll-response.ts'
import { extendScroll } from './scroll-store.ts'

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
