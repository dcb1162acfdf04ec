import { invalid } from '@oms/contracts/errors'
import type { TimelinePosition } from './domain/timeline.ts'

const TIME = /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
/** Longest id of a payment or comment that a request may have. */
const CURSOR_LENGTH_MAX = 10_000

/** A timeline position as an opaque cursor that is safe in a URL. */
export function cursorOf({ time, key }: TimelinePosition): string {
  return Buffer.from(JSON.stringify([time, key])).toString('base64url')
}

/**
 * The position of a cursor. Raises `ValidationFailed` for anything that `cursorOf` did not give.
 */
export function positionOf(cursor: string): TimelinePosition {
  const position = cursor.length > CURSOR_LENGTH_MAX ? null : read(cursor)
  if (position === null || cursorOf(position) !== cursor) throw invalid('after', 'is not the `next` of a timeline')
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
