import type { RequestRecord } from '../history.ts'

/** A request with all its attempts. */
export type Operation = {
  request: string
  operation: string
  orderId: string | null
  isWrite: boolean
  mark: string | null
  key: string | null
  ifMatch: string | null
  start: number
  /** When the response came that ended it; null: none says what became of it. */
  end: number | null
  status: number | null
  versionId: string | null
  response: unknown
  /** One of its attempts may have had an effect that no response told of. */
  isUnclear: boolean
  attempts: readonly RequestRecord[]
}

/** Statuses that say nothing about whether the request was carried out. */
const UNCLEAR_FROM = 500

/** The requests of a history with their attempts, in the order in which they ended. */
export function operationsOf(requests: readonly RequestRecord[]): Operation[] {
  return [...Map.groupBy(requests, ({ request }) => request).values()].map((attempts) => {
    const first = attempts[0] as RequestRecord
    const success = attempts.find(({ status }) => isSuccess(status))
    const last = success ?? attempts.findLast(({ status }) => status !== null && !isUnclearStatus(status)) ?? null
    const { request, operation, orderId, isWrite, mark, key, ifMatch } = first
    return {
      ...{ request, operation, orderId, isWrite, mark, key, ifMatch, attempts },
      start: first.start,
      end: last?.end ?? null,
      status: last?.status ?? null,
      versionId: success?.versionId ?? null,
      response: last?.response ?? null,
      isUnclear: success === undefined && attempts.some(isUnclearAttempt),
    }
  })
}

export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300
}

function isUnclearStatus(status: number): boolean {
  return status >= UNCLEAR_FROM
}

function isUnclearAttempt({ status, response }: RequestRecord): boolean {
  if (status === null || isUnclearStatus(status)) return true
  return (
    status === 409 && ['IdempotencyInFlight', 'ResourceLocked'].includes(String((response as { error?: unknown } | null)?.error))
  )
}
