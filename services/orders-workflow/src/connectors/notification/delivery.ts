/**
 * The outcome of a try to deliver a message. `refused` is final; `unreachable` may succeed later,
 * also when the arrival is unknown. `open` are the addresses that were not reached, where others
 * were.
 */
export type Delivery = { outcome: 'sent' } | { outcome: 'refused' | 'unreachable'; reason: string; open?: readonly string[] }

const REASON_LENGTH_MAX = 500

/** A reason as one line of bounded length: much of it is external text. */
export function reasonFrom(text: string): string {
  return text
    .slice(0, 2 * REASON_LENGTH_MAX)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, REASON_LENGTH_MAX)
}
