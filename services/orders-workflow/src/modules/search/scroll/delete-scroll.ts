import type { Caller } from '@oms/service-kit/authentication/caller'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import { readScrollId } from './scroll-id.ts'
import { noSuchScroll } from './scroll-response.ts'
import { freeScroll } from './scroll-store.ts'

/**
 * Frees a scroll, by the id of any batch (search.md#scroll). Raises `NotFound` as reading it does.
 */
export async function deleteScroll(deps: OrderDeps, scrollId: string, { clientId }: Caller): Promise<void> {
  const position = readScrollId(scrollId)
  const isFreed = position !== null && (await freeScroll(deps, { id: position.id, clientId, now: deps.now() }))
  if (!isFreed) throw noSuchScroll()
}
