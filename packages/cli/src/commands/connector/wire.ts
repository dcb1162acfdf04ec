import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { userAgent } from '@open-oms/contracts/version'
import { signatureHeaders } from '@open-oms/service-kit/http/signature-headers'

/**
 * A response of the connector; `status` is 0 where there was none, and `failure` says why.
 * `outcome` is what it says of the request: `done`, `refused`, `pending` …
 */
export type Reply = { status: number; fields: Record<string, unknown>; failure: string | null; outcome: unknown }

export type Delivery = {
  key: string
  body: string
  headers?: Record<string, string | undefined>
  method?: string
  /** How many seconds ago it was signed. */
  signedSecondsAgo?: number
  /** Signed by this in place of the secret. */
  secret?: string
  /** Sent in this many parts, with pauses. */
  parts?: number
  /** Hangs up as soon as the body is sent. */
  hangsUp?: boolean
}

export type Wire = {
  url: URL
  secret: string | null
  timeoutMs: number
  waitMs: number
  signal: AbortSignal
  /** How its protocol says what became of a request. */
  outcome: (reply: Pick<Reply, 'status' | 'fields'>) => unknown
}

const PAUSE_MS = 100
const HANG_UP_MS = 30

const noResponse = { status: 0, fields: {}, outcome: undefined }

/** Sends one request and reads its response. Never throws. */
export async function deliver(wire: Wire, delivery: Delivery): Promise<Reply> {
  const signal = AbortSignal.any([wire.signal, AbortSignal.timeout(wire.timeoutMs)])
  try {
    const response = await send(wire, delivery, signal)
    if (response === null) return { ...noResponse, failure: 'it was hung up' }
    const reply = { status: response.statusCode ?? 0, fields: toFields(await text(response)) }
    return { ...reply, failure: null, outcome: wire.outcome(reply) }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { ...noResponse, failure: signal.aborted ? `no response in ${wire.timeoutMs} ms` : (code ?? message) }
  }
}

/** The same request until it has an outcome, as the system repeats it. */
export async function settle(wire: Wire, delivery: Delivery): Promise<Reply> {
  const until = Date.now() + wire.waitMs
  for (;;) {
    const reply = await deliver(wire, delivery)
    const isOpen = reply.status === 409 || reply.status >= 500 || reply.outcome === 'pending'
    if (!isOpen || Date.now() > until || wire.signal.aborted) return reply
    await sleep(PAUSE_MS * 5, undefined, { signal: wire.signal }).catch(() => undefined)
  }
}

async function send(wire: Wire, delivery: Delivery, signal: AbortSignal): Promise<IncomingMessage | null> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage | null>()
  const { method = 'POST', hangsUp = false } = delivery
  const request = wire.url.protocol === 'https:' ? requestHttps : requestHttp
  const sent = request(wire.url, { method, headers: headersFor(wire, delivery), agent: false, signal }, resolve)
  sent.on('error', reject)
  // Where the connection fails, the body is never written to its end.
  await Promise.race([write(sent, delivery), promise])
  if (hangsUp) {
    await sleep(HANG_UP_MS)
    resolve(null)
    sent.destroy()
  }
  return await promise
}

async function write(sent: ClientRequest, { body, parts = 1 }: Delivery): Promise<void> {
  const bytes = Buffer.from(body)
  const length = Math.max(1, Math.ceil(bytes.length / parts))
  let at = 0
  for (; at + length < bytes.length; at += length) {
    sent.write(bytes.subarray(at, at + length))
    await sleep(PAUSE_MS)
  }
  await new Promise<void>((done) => sent.end(bytes.subarray(at), done))
}

function headersFor(wire: Wire, { key, body, headers = {}, signedSecondsAgo = 0, secret }: Delivery) {
  const by = secret ?? wire.secret
  const time = new Date(Date.now() - signedSecondsAgo * 1_000)
  const signed = by === null ? {} : signatureHeaders({ id: key, body, time }, [by])
  const all = { 'content-type': 'application/json', 'idempotency-key': key, 'user-agent': userAgent, ...signed, ...headers }
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

function toFields(content: string): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(content)
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? (fields as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
