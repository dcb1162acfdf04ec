import type { WaitingStep } from '../../../order/rules/status/workflow-run.ts'

/** What is known of the failure of a step. */
export type PassingFailure = { reason: string; reasonClass: string; connector: string | null; waitMs: number | null }

export type Pauses = {
  firstMs: number
  maxMs: number
  /** The pause after that many failures in a row. */
  pauseMs: (failures: number, limits: { first: number; max: number }) => number
}

export type RetryContext = {
  stepId: string
  failure: PassingFailure
  /** How the step has waited so far; undefined: it has failed for the first time. */
  previous: WaitingStep | undefined
  /** How long it is tried again, in milliseconds. */
  retryForMs: number
  /** ISO 8601 UTC. */
  now: string
  /** The status of what the run is for. */
  status: string | null
  pauses: Pauses
}

/** A receiver that asks for more is asked sooner: it may have meant another unit. */
const ASKED_WAIT_MS_MAX = 24 * 60 * 60 * 1000

/**
 * How a step that failed for a passing reason is tried again (workflow.md#waiting-runs): after a
 * growing pause, and not before its receiver, or its circuit breaker, may be called. Null when its
 * time is over: one attempt is made at its end, and one after it where the receiver asked to wait
 * that long.
 */
export function nextWait({ stepId, failure, previous, retryForMs, now, status, pauses }: RetryContext): WaitingStep | null {
  const nowMs = Date.parse(now)
  const since = previous?.since ?? now
  const untilMs = previous === undefined ? nowMs + retryForMs : Date.parse(previous.until)
  // To wait for no time is to ask for nothing: the last attempt would be repeated in the same
  // moment.
  const askedMs = failure.waitMs ? Math.min(failure.waitMs, ASKED_WAIT_MS_MAX) : null
  if (retryForMs === 0 || previous?.isLast === true || (nowMs >= untilMs && askedMs === null)) return null

  const failures = (previous?.failures ?? 0) + 1
  const limits = { first: pauses.firstMs, max: pauses.maxMs }
  // Those that wait for one circuit breaker do not all come the moment it lets one through.
  const askedPauseMs = askedMs === null ? 0 : askedMs + pauses.pauseMs(1, limits)
  const wantedMs = nowMs + Math.max(pauses.pauseMs(failures, limits), askedPauseMs)
  const isLast = wantedMs > untilMs && askedMs !== null
  const atMs = wantedMs <= untilMs ? wantedMs : Math.max(untilMs, nowMs + (askedMs ?? 0))
  return {
    stepId,
    since,
    until: new Date(untilMs).toISOString(),
    failures,
    nextAttempt: new Date(Math.ceil(atMs)).toISOString(),
    isLast,
    reasonClass: failure.reasonClass,
    reason: failure.reason,
    connector: failure.connector,
    status,
  }
}

const UNIT_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** The milliseconds of a time such as `90s` or `24h`; 0 for `0`. */
export function durationMs(text: string): number {
  const [, count, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(text) ?? []
  return Number(count ?? 0) * (UNIT_MS[unit ?? ''] ?? 0)
}
