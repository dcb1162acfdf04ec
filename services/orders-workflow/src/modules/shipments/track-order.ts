import { createHash, timingSafeEqual } from 'node:crypto'
import { DomainError } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { TrackedOrder } from '@oms/contracts/orders/tracked-order'
import type { OrderDeps } from '../../order/order-deps.ts'
import { trackingViewOf } from './domain/tracking-view.ts'
import { findBySecretKeyHash } from './tracking-queries.ts'

/**
 * The order that a secret key opens, as a guest sees it (orders.md#guest-tracking); the newest when
 * several carry the same key. Raises `NotFound`, the same for every miss, deleted orders among
 * them.
 */
export async function trackOrder(deps: Pick<OrderDeps, 'query'>, secretKey: string): Promise<TrackedOrder> {
  const [document] = await findBySecretKeyHash(deps, sha256(secretKey))
  const order: Order | null = document === undefined ? null : JSON.parse(document)
  // Constant time: keys are always compared, with or without a row, and all of them.
  const isRight = timingSafeEqual(sha256(order?.secretKey ?? ''), sha256(secretKey))
  if (order === null || !isRight) throw new DomainError('NotFound', 'There is no such order.')
  return trackingViewOf(order)
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
