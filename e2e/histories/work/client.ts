import { setTimeout as delay } from 'node:timers/promises'
import type { HistoryWriter, RequestRecord } from '../history.ts'
import type { Random } from '../random.ts'
import type { Pool } from './pool.ts'

export type Call = {
  operation: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  orderId?: string | null
  body?: unknown
  mark?: string | null
  ifMatch?: string | null
  /** The version that its response names is not of `orderId`. */
  namesAnother?: boolean
  /** It has no effect although it is no GET. */
  isRead?: boolean
  /** Asks for what became of each row, where a batch responds with nothing otherwise. */
  wantsRows?: boolean
  /** How often it carries an idempotency key; a write without one is not repeated. */
  keyChance?: number
  /** What of the body of a success goes into the history; nothing when absent. */
  // biome-ignore lint/suspicious/noExplicitAny: the body of whichever route was called
  keep?: (body: any) => unknown
}

/** What came back; `status` null: nothing did. */
// biome-ignore lint/suspicious/noExplicitAny: the body of whichever route was called
export type Reply = { status: number | null; versionId: string | null; body: any; isOk: boolean }

export type Client = {
  name: string
  random: Random
  pool: Pool
  signal: AbortSignal
  now(): number
  /** A text that no other request of the run has. */
  newMark(): string
  send(call: Call): Promise<Reply>
  history: HistoryWriter
}

export type ClientPlan = {
  name: string
  random: Random
  pool: Pool
  /** The addresses of the gateways. */
  gateways: readonly string[]
  token: () => string
  history: HistoryWriter
  now: () => number
  signal: AbortSignal
}

const TRIES_MAX = 6
/** Longer than any request takes while nothing is broken. */
const PATIENT_MS = 30_000
const HASTY_MS = { min: 200, max: 4_000 }
const HASTY = 0.05
const GIVES_UP = 0.15
const PAUSE_MS = 300

/**
 * A client whose every attempt is in the history. It repeats what came to nothing with the same
 * key, mostly; without a key a write is sent once, for nobody knows what became of it.
 */
export function createClient(plan: ClientPlan): Client {
  const { name, random, now } = plan
  let count = 0
  const send = async (call: Call): Promise<Reply> => {
    const request = `${name}-${++count}`
    const isWrite = call.method !== 'GET' && call.isRead !== true
    const key = isWrite && random.isTrue(call.keyChance ?? 0.7) ? `k-${request}` : null
    for (let tries = 1; ; tries++) {
      const reply = await attempt(plan, call, { request, isWrite, key })
      const isUnclear = reply.status === null || reply.status === 503 || isUnderWay(reply)
      const mayRepeat = !isWrite || key !== null
      if (!isUnclear || !mayRepeat || tries >= TRIES_MAX || plan.signal.aborted || random.isTrue(GIVES_UP)) return reply
      await delay(random.integer(PAUSE_MS, PAUSE_MS * tries * 3))
    }
  }
  let marks = 0
  const newMark = () => `m-${name}-${++marks}`
  return { name, random, pool: plan.pool, signal: plan.signal, now, newMark, send, history: plan.history }
}

function isUnderWay({ status, body }: Reply): boolean {
  return status === 409 && (body?.error === 'IdempotencyInFlight' || body?.error === 'ResourceLocked')
}

type Attempt = { request: string; isWrite: boolean; key: string | null }

async function attempt(plan: ClientPlan, call: Call, { request, isWrite, key }: Attempt): Promise<Reply> {
  const { random, gateways } = plan
  const gateway = random.integer(0, gateways.length - 1)
  const limitMs = random.isTrue(HASTY) ? random.integer(HASTY_MS.min, HASTY_MS.max) : PATIENT_MS
  const start = plan.now()
  const { response, text } = await exchange(new URL(call.path, gateways[gateway]), {
    method: call.method,
    headers: headersOf(call, plan.token(), key),
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    signal: AbortSignal.timeout(limitMs),
  })
  const body = parsed(text)
  const status = response?.status ?? null
  const isOk = response?.ok === true
  const versionId = response?.headers.get('etag')?.replaceAll('"', '') ?? null
  const record: RequestRecord = {
    type: 'request',
    ...{ client: plan.name, request, operation: call.operation, gateway, method: call.method, path: call.path },
    ...{ orderId: call.orderId ?? null, isWrite, mark: call.mark ?? null, key, ifMatch: call.ifMatch ?? null },
    body: call.body ?? null,
    ...{ start, end: plan.now(), status, versionId: isOk && call.namesAnother !== true ? versionId : null },
    isReplayed: response?.headers.get('idempotent-replayed') === 'true',
    response: isOk ? (call.keep?.(body) ?? null) : errorOf(body),
  }
  plan.history.write(record)
  return { status, versionId, body, isOk }
}

function headersOf({ body, ifMatch, wantsRows }: Call, token: string, key: string | null): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    // A connection for each request, as from many clients, so that it is spread over the processes.
    connection: 'close',
    ...(wantsRows === true ? { prefer: 'return=representation' } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === null ? {} : { 'idempotency-key': key }),
    ...(ifMatch === undefined || ifMatch === null ? {} : { 'if-match': `"${ifMatch}"` }),
  }
}

/** A response that broke off is none: its status alone says nothing of its body. */
async function exchange(url: URL, request: RequestInit): Promise<{ response: Response | null; text: string }> {
  try {
    const response = await fetch(url, request)
    return { response, text: await response.text() }
  } catch {
    return { response: null, text: '' }
  }
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}

function errorOf(body: unknown): unknown {
  const { error, message, currentVersionId } = (body ?? {}) as Record<string, unknown>
  return body === null ? null : { error, message, ...(currentVersionId === undefined ? {} : { currentVersionId }) }
}
