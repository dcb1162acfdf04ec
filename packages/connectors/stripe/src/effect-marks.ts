import { createHash } from 'node:crypto'
import type { ConnectorCall } from '@open-oms/extend/connector'
import type Stripe from 'stripe'

/** What a key has done to a payment intent; `units` in minor units. */
export type Mark = { what: 'capture' | 'cancel'; units: number }

const PREFIX = 'oms_'
const DIGITS = 32

/**
 * The name of a key in Stripe's metadata, whose names have at most 40 characters. Stripe forgets
 * idempotency keys after a day, and metadata never.
 */
export function markName({ idempotencyKey }: Pick<ConnectorCall, 'idempotencyKey'>): string {
  return PREFIX + createHash('sha256').update(idempotencyKey).digest('hex').slice(0, DIGITS)
}

/** The metadata that says what a key does. */
export function markedBy(name: string, { what, units }: Mark): Record<string, string> {
  return { [name]: `${what} ${units}` }
}

/** What a key has done; null when nothing. */
export function findMark(metadata: Stripe.Metadata, name: string): Mark | null {
  const [, what, units] = /^(capture|cancel) (\d+)$/.exec(metadata[name] ?? '') ?? []
  return what === undefined ? null : { what: what as Mark['what'], units: Number(units) }
}

/** How much of the authorisation was given up, and is not captured any more. */
export function unitsGivenUp(metadata: Stripe.Metadata): number {
  const marks = Object.keys(metadata).map((name) => (name.startsWith(PREFIX) ? findMark(metadata, name) : null))
  return marks.reduce((sum, mark) => (mark?.what === 'cancel' ? sum + mark.units : sum), 0)
}

/** The transaction of a key on a payment intent: another one for each key. */
export function transactionFor(intentId: string, name: string): string {
  return `${intentId}.${name.slice(PREFIX.length, PREFIX.length + 16)}`
}

/** The payment intent, or the page of a link, that a transaction is of. */
export function objectId(transactionId: string | null): string {
  return (transactionId ?? '').split('.')[0] ?? ''
}
