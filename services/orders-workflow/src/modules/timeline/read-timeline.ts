import type { Order } from '@oms/contracts/orders/order'
import type { Timeline } from '@oms/contracts/orders/timeline'
import { type OrderKey, readOrderDocument } from '../../order/store/order-queries.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { timelineOf, timelineStart } from './domain/timeline.ts'
import { entriesOf } from './domain/timeline-entries.ts'
import { cursorOf, positionOf } from './timeline-cursor.ts'
import { findTimelineEntries } from './timeline-queries.ts'

export type ReadTimeline = OrderKey & {
  take: number
  /** `next` of the page before. */
  after: string | undefined
}

/**
 * The timeline of an order, oldest first (timeline.md#timeline-entries). Raises `NotFound`, and
 * `ValidationFailed` for an invalid `after`.
 */
export async function readTimeline(deps: Pick<OrderDeps, 'query'>, { take, after, ...key }: ReadTimeline): Promise<Timeline> {
  const page = { after: after === undefined ? timelineStart : positionOf(after), take }
  const order: Order = JSON.parse((await readOrderDocument(deps, key)).document)
  const entries = [...entriesOf(order), ...(await findTimelineEntries(deps, key.orderId, page))]
  return timelineOf(entries, page, cursorOf)
}
