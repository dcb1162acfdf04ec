import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Journal } from './journal.ts'

export type Request = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: unknown
  /** Whether it has no effect although it is a POST, so that it needs no key. */
  isRead?: boolean
}

export type Acknowledgement = {
  sent: number
  acknowledged: number
  versionId: string
  // biome-ignore lint/suspicious/noExplicitAny: the body of whichever route was called
  body: any
}

export type Sender = (request: Request) => Promise<Acknowledgement | null>

type Caller = {
  url: string
  token: string
  journal: Journal
  /** Ends repetitions. */
  signal: AbortSignal
}

/**
 * Longer than a claim of a process that died (http.md#idempotency-keys) and the time-out of the
 * gateway together.
 */
const GIVE_UP_AFTER_MS = 180_000
const BROKEN_PAUSE_MS = 200

type Outcome =
  | { kind: 'acknowledged'; versionId: string; body: unknown }
  | { kind: 'again'; pauseMs: number }
  | { kind: 'failure'; reason: string }

/**
 * Sends requests as a well-behaved client does: what is refused as unavailable, breaks off or is
 * under way already is sent again, with the same key, until it is acknowledged. Returns null, and
 * notes a failure, for any other response and when it takes too long.
 */
export function createSender(caller: Caller): Sender {
  const { journal, signal } = caller
  return async (request) => {
    const sent = journal.now()
    const fail = (reason: string) => {
      journal.failures.push(`${request.method} ${request.path}: ${reason} (${Math.round(journal.now() - sent)} ms)`)
      return null
    }
    for (const prepared = prepare(caller.token, request); ; ) {
      const outcome = await attempt(caller, request.path, prepared)
      if (outcome.kind === 'acknowledged')
        return { sent, acknowledged: journal.now(), versionId: outcome.versionId, body: outcome.body }
      if (outcome.kind === 'failure') return fail(outcome.reason)
      if (journal.now() - sent > GIVE_UP_AFTER_MS || signal.aborted) return fail('was not acknowledged')
      await delay(outcome.pauseMs)
    }
  }
}

function prepare(token: string, { method, body, isRead = method === 'GET' }: Request): RequestInit {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...(isRead ? {} : { 'idempotency-key': randomUUID() }),
    // A connection for each request, as from many clients, so that the balancer spreads them.
    connection: 'close',
  }
  return { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
}

async function attempt({ url, journal }: Caller, path: string, request: RequestInit): Promise<Outcome> {
  let response: Response
  let text: string
  try {
    response = await fetch(new URL(path, url), { ...request, signal: AbortSignal.timeout(GIVE_UP_AFTER_MS) })
    text = await response.text()
  } catch {
    journal.met.push({ obstacle: 'broken', at: journal.now() })
    return { kind: 'again', pauseMs: BROKEN_PAUSE_MS }
  }
  if (response.ok) {
    const versionId = (response.headers.get('etag') ?? '').replaceAll('"', '')
    return { kind: 'acknowledged', versionId, body: text === '' ? null : JSON.parse(text) }
  }
  const isUnderWay = response.status === 409 && text.includes('IdempotencyInFlight')
  if (response.status !== 503 && !isUnderWay) return { kind: 'failure', reason: `${response.status} ${text}` }
  journal.met.push({ obstacle: isUnderWay ? 'in flight' : 'refused', at: journal.now() })
  return { kind: 'again', pauseMs: Number(response.headers.get('retry-after') ?? 1) * 1_000 }
}
