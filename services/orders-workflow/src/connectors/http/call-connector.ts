import { setTimeout as sleep } from 'node:timers/promises'
import { withPublicBase } from '@open-oms/contracts/catalog/file-addresses'
import type { Connector } from '@open-oms/contracts/config/connectors'
import { backoffMs, jittered } from '@open-oms/service-kit/waiting/pause'
import { noteClosedBreaker, noteOpenBreaker } from './breaker-signals.ts'
import type { FailureDetails } from './call-failure.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import type { Environment } from './connector-address.ts'
import { connectorWay } from './connector-way.ts'
import type { Attempt } from './send-once.ts'

export type ConnectorCall = {
  /** Sent as JSON. */
  body: unknown
  /** Equal keys are the same effect at the receiver; the tries of one call share it. */
  idempotencyKey: string
  /** Where addresses and secrets are looked up; the environment of the process when absent. */
  environment?: Environment
  /** The base URL of stored files in the body for the receiver; unchanged when absent. */
  publicBase?: string
  /** Ends the call early; it is `unreachable` then. */
  signal?: AbortSignal
}

/**
 * `refused` is final, by the receiver or because the connector is not ready (`status` null);
 * `unreachable` means that the effect of the call is unknown, unless it was never sent. Reasons are
 * sentences about the receiver.
 */
export type ConnectorResponse =
  | { kind: 'accepted'; status: number; body: unknown }
  | { kind: 'refused'; status: number | null; reason: string; connector?: string }
  | ({ kind: 'unreachable'; reason: string } & FailureDetails)

const FIRST_PAUSE_MS = 200
const PAUSE_MS_MAX = 10_000
/** A longer Retry-After is left to the caller's own retries. */
const ASKED_PAUSE_MS_MAX = 30_000

const breaker = createCircuitBreaker({ failuresMax: 5, openMs: 15_000, now: Date.now })

/**
 * Calls a connector (connectors.md#connector-outcomes): an `http` one by a JSON POST with
 * `Idempotency-Key` and, where it has a secret, `X-Signature`; one of an extension in the process.
 * After network errors, time-outs, 429 and
 * 5xx it is tried again, up to `retries` times, with growing pauses or after `Retry-After`; any
 * other response is final. Redirects are not followed. After five calls in a row without a response
 * the receiver is not called for `breakerOpenMs`. Never throws.
 */
export async function callConnector(connector: Connector, call: ConnectorCall): Promise<ConnectorResponse> {
  const way = connectorWay(connector, call.environment ?? ((name) => process.env[name]))
  const { name } = connector
  if ('reason' in way) return { kind: 'refused', status: null, reason: way.reason, connector: name }
  const { receiver } = way
  if (!breaker.mayCall(receiver)) return { ...NOT_CALLED, connector: name, waitMs: breaker.restMs(receiver) }
  const { idempotencyKey, signal, publicBase } = call
  const kept = JSON.stringify(call.body)
  const body = publicBase === undefined ? kept : withPublicBase(kept, publicBase)
  const request = { body, idempotencyKey, timeoutMs: connector.timeoutMs, ...(signal === undefined ? {} : { signal }) }
  const response = await repeat(() => way.send(request), { retries: connector.retries, signal })
  if (response.kind !== 'unreachable') {
    if (breaker.responded(receiver)) noteClosedBreaker(receiver, name)
  } else if (signal?.aborted !== true) {
    const isNew = breaker.failed(receiver, connector.breakerOpenMs)
    if (breaker.restMs(receiver) > 0) noteOpenBreaker(receiver, name, isNew)
  }
  return response.kind === 'accepted' ? response : { ...response, connector: name }
}

const NOT_CALLED = {
  kind: 'unreachable',
  reason: 'It did not respond several times and is not called for a moment.',
  reasonClass: 'BreakerOpen',
  isUnsent: true,
} as const

type Repetition = { retries: number; signal: AbortSignal | undefined }

async function repeat(send: () => Promise<Attempt>, { retries, signal }: Repetition): Promise<ConnectorResponse> {
  for (let tries = 0; ; tries++) {
    const attempt = await send()
    if (attempt.kind === 'unreadable') return { kind: 'unreachable', reason: attempt.reason, reasonClass: 'NoOutcome' }
    if (attempt.kind !== 'retry') return attempt
    const { reason, reasonClass, waitMs } = attempt
    const pauseMs = Math.max(attempt.waitMs ?? 0, jittered(backoffMs(tries + 1, { first: FIRST_PAUSE_MS, max: PAUSE_MS_MAX })))
    if (tries >= retries || pauseMs > ASKED_PAUSE_MS_MAX) return { kind: 'unreachable', reason, reasonClass, waitMs }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    if (signal?.aborted) return { kind: 'unreachable', reason: 'The call was cancelled.', reasonClass: 'TimedOut' }
  }
}
