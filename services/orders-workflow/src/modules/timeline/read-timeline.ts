import { invalid } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { Timeline } from '@oms/contracts/orders/timeline'
import { type OrderKey, readOrderDocument } from '../../order/store/order-queries.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { buildTimeline, type TimelinePosition, timelineStart } from './domain/timeline.ts'
import { orderTimelineEntries } from './domain/timeline-entries.ts'
import { findTimelineEntries } from './timeline-queries.ts'

const TIME = /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
/** Longest id of a payment or comment that a request may have. */
const CURSOR_LENGTH_MAX = 10_000

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
  const page = { after: after === undefined ? timelineStart : parseCursor(after), take }
  const order: Order = JSON.parse((await readOrderDocument(deps, key)).document)
  const entries = [...orderTimelineEntries(order), ...(await findTimelineEntries(deps, key.orderId, page))]
  return buildTimeline(entries, page, formatCursor)
}

/** A timeline position as an opaque cursor that is safe in a URL. */
function formatCursor({ time, key }: TimelinePosition): string {
  return Buffer.from(JSON.stringify([time, key])).toString('base64url')
}

/**
 * The position of a cursor. Raises `ValidationFailed` for what `formatCursor` did not return.
 */
function parseCursor(cursor: string): TimelinePosition {
  const position = cursor.length > CURSOR_LENGTH_MAX ? null : read(cursor)
  if (position === null || formatCursor(position) !== cursor) throw invalid('after', 'is not the `next` of a timeline')
  return position
}

function read(cursor: string): TimelinePosition | null {
  const text = Buffer.from(cursor, 'base64url').toString()
  const parts = text.startsWith('["') ? parsed(text) : null
  if (!Array.isArray(parts) || parts.length !== 2) return null
  const [time, key] = parts
  if (typeof time !== 'string' || typeof key !== 'string' || key.includes('\0')) return null
  return TIME.test(time) && !Number.isNaN(Date.parse(time)) ? { time, key } : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
