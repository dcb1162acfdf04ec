/**
 * How a try to deliver a message went. `refused` is the receiver's last word about this message; `unreachable` is everything that a
 * later try may mend, and also that nobody knows whether the message arrived. `open` are the addresses that have not got it, where
 * others have.
 */
export type Delivery = { outcome: 'sent' } | { outcome: 'refused' | 'unreachable'; reason: string; open?: readonly string[] }

const REASON_LENGTH_MAX = 500

/** A reason as one line of bounded length: much of it comes from the outside. */
export function reasonFrom(text: string): string {
  return text
    .slice(0, 2 * REASON_LENGTH_MAX)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, REASON_LENGTH_MAX)
}
