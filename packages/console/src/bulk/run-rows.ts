import { isApiError } from '@open-oms/client/errors'
import { isUnderWay } from '../session/while-under-way.ts'
import type { BulkOrder } from './bulk-action.ts'
import type { Outcome } from './bulk-rows.ts'

/**
 * One attempt for one order: what is sent for it, with the key that makes a repetition of it
 * harmless.
 */
export type Attempt = (order: BulkOrder, key: string) => Promise<Outcome>

type PendingRow = { order: BulkOrder; key: string }

type Run = {
  attempt: (row: PendingRow) => Promise<Outcome>
  onBegun: (id: string) => void
  onEnded: (id: string, outcome: Outcome) => void
  isStopped: () => boolean
  /** How many are under way at a time. */
  concurrency: number
}

/**
 * Works through rows, some at a time, until they are done or the run is stopped. What is under way
 * then is ended.
 */
export async function runRows(
  rows: readonly PendingRow[],
  { attempt, onBegun, onEnded, isStopped, concurrency }: Run,
): Promise<void> {
  const pending = rows[Symbol.iterator]()
  const work = async () => {
    for (let next = pending.next(); !next.done && !isStopped(); next = pending.next()) {
      const { id } = next.value.order
      onBegun(id)
      onEnded(id, await attempt(next.value))
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, rows.length) }, work))
}

/** Why something failed, in the words of the API, with the first of its details. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const details = isApiError(error) ? Object.values(error.errors).flat() : []
  return [error.message, ...details.slice(0, 1)].join(' ')
}

/**
 * Whether an error leaves open if the call had its effect. A refusal had none, unless an earlier
 * request with its key is under way.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  return !isApiError(error) || error.status >= 500 || isUnderWay(error)
}
