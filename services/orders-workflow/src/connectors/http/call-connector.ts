import { setTimeout as sleep } from 'node:timers/promises'
import type { Connector } from '@oms/contracts/config/connectors'
import { withPublicBase } from '@oms/service-kit/files/file-addresses'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { connectorAddress, type Environment } from './connector-address.ts'
import { type Attempt, sendOnce } from './send-once.ts'

export type ConnectorCall = {
  /** Sent as JSON. */
  body: unknown
  /** Equal keys ask the receiver for one and the same effect; the tries of one call share it. */
  idempotencyKey: string
  /** Where addresses and secrets are looked up; the environment of the process when absent. */
  environment?: Environment
  /** What the addresses of stored files in the body begin with for the receiver; as they are kept when absent. */
  publicBase?: string
  /** Ends the call early; it is `unreachable` then. */
  signal?: AbortSignal
}

/**
 * `refused` is the receiver's last word, or our own when the connector is not ready to be called (`status` null); `unreachable` means
 * that nobody knows whether the call had its effect. Reasons are sentences about the receiver.
 */
export type ConnectorResponse =
  | { kind: 'accepted'; status: number; body: unknown }
  | { kind: 'refused'; status: number | null; reason: string }
  | { kind: 'unreachable'; reason: string }

const FIRST_PAUSE_MS = 200
const PAUSE_MS_MAX = 10_000
/** A receiver that asks for more is left to the caller's own repetition. */
const ASKED_PAUSE_MS_MAX = 30_000

const breaker = createCircuitBreaker({ failuresMax: 5, openMs: 15_000, now: Date.now })

/**
 * Calls an `http` connector (connectors.md#connector-outcomes): a JSON POST with `Idempotency-Key` and, where the connector has a secret, `X-Signature`.
 * After network errors, time-outs, 429 and 5xx it is tried again, up to `retries` times, with growing pauses or as `Retry-After` asks; any
 * other answer is final. Redirects are not followed. After five calls in a row without an answer the receiver is left alone for 15 s.
 * Never throws.
 */
export async function callConnector(connector: Connector, call: ConnectorCall): Promise<ConnectorResponse> {
  const address = connectorAddress(connector, call.environment ?? ((name) => process.env[name]))
  if ('reason' in address) return { kind: 'refused', status: null, reason: address.reason }
  const receiver = `${connector.id} ${address.url}`
  if (!breaker.mayCall(receiver))
    return { kind: 'unreachable', reason: 'It did not answer several times and is left alone for a moment.' }
  const { idempotencyKey, signal, publicBase } = call
  const kept = JSON.stringify(call.body)
  const body = publicBase === undefined ? kept : withPublicBase(kept, publicBase)
  const request = { address, body, idempotencyKey, timeoutMs: connector.timeoutMs, ...(signal === undefined ? {} : { signal }) }
  const answer = await repeat(() => sendOnce(request), { retries: connector.retries, signal })
  if (answer.kind !== 'unreachable') breaker.answered(receiver)
  else if (signal?.aborted !== true) breaker.failed(receiver)
  return answer
}

type Repetition = { retries: number; signal: AbortSignal | undefined }

async function repeat(send: () => Promise<Attempt>, { retries, signal }: Repetition): Promise<ConnectorResponse> {
  for (let tries = 0; ; tries++) {
    const attempt = await send()
    if (attempt.kind === 'unreadable') return { kind: 'unreachable', reason: attempt.reason }
    if (attempt.kind !== 'retry') return attempt
    const pauseMs = Math.max(attempt.waitMs ?? 0, growingPauseMs(tries))
    if (tries >= retries || pauseMs > ASKED_PAUSE_MS_MAX) return { kind: 'unreachable', reason: attempt.reason }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    if (signal?.aborted) return { kind: 'unreachable', reason: 'The call was cancelled.' }
  }
}

/** Between half and the whole of a time that doubles, so that several callers do not come back in step. */
function growingPauseMs(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** tries, PAUSE_MS_MAX) * (0.5 + Math.random() / 2)
}
