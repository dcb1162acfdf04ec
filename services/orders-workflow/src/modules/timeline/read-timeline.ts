import type { Order } from '@open-oms/contracts/orders/order'
import type { Timeline } from '@open-oms/contracts/orders/timeline'
import { cursorFormat, isStorableText, parseJsonList } from '@open-oms/service-kit/input/cursor'
import { type OrderKey, readOrderDocument } from '../../order/store/order-queries.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { buildTimeline, type TimelinePosition, timelineStart } from './domain/timeline.ts'
import { orderTimelineEntries } from './domain/timeline-entries.ts'
import { findTimelineEntries } from './timeline-queries.ts'

const TIME = /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

const timelineCursor = cursorFormat<TimelinePosition>({
  write: ({ time, key }) => JSON.stringify([time, key]),
  read(text) {
    const [time, key] = parseJsonList(text)
    if (!isStorableText(time) || !isStorableText(key)) return null
    return TIME.test(time) && !Number.isNaN(Date.parse(time)) ? { time, key } : null
  },
  problem: 'is not the `next` of a timeline',
})

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
  const page = { after: after === undefined ? timelineStart : timelineCursor.parse(after), take }
  const order: Order = JSON.parse((await readOrderDocument(deps, key)).document)
  const entries = [...orderTimelineEntries(order), ...(await findTimelineEntries(deps, key.orderId, page))]
  return buildTimeline(entries, page, timelineCursor.format)
}
