import { ConnectionError, isApiError } from '@open-oms/client/errors'
import { isUnderWay, whilePassing } from '../../session/while-under-way.ts'

/** Tries one request as long as that is worth it. */
export type Patience = <Result>(request: () => Promise<Result>) => Promise<Result>

type RetryHandlers = {
  /**
   * Is called with the time until which something that failed is tried again, in milliseconds of
   * the epoch; null: nothing waits.
   */
  onWait: (until: number | null) => void
  isStopped: () => boolean
}

/** Tries requests, some at a time, again while they fail by what passes. */
export function createPatience({ onWait, isStopped }: RetryHandlers): Patience {
  const waiting = new Set<object>()
  return async (request) => {
    const waits = (until: number) => {
      waiting.add(request)
      onWait(until)
    }
    try {
      return await whilePassing(request, { isPassing, onWait: waits, isStopped })
    } finally {
      if (waiting.delete(request) && waiting.size === 0) onWait(null)
    }
  }
}

const passingStatuses: readonly number[] = [429, 502, 503, 504]

/** Whether a request had no response, or one that another time is different. */
export function isPassing(error: unknown): boolean {
  if (isApiError(error)) return passingStatuses.includes(error.status) || isUnderWay(error)
  return error instanceof ConnectionError
}
