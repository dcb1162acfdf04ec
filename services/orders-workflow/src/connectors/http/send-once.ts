import { createHash } from 'node:crypto'
import type { ReasonClass } from '@open-oms/contracts/orders/workflow/reason-class'
import { userAgent } from '@open-oms/contracts/version'
import { signatureHeaders } from '@open-oms/service-kit/http/signature-headers'
import { currentTraceparent } from '@open-oms/service-kit/observability/tracing'
import type { ConnectorAddress } from './connector-address.ts'

export type Request = { address: ConnectorAddress; body: string; idempotencyKey: string; timeoutMs: number; signal?: AbortSignal }

/** `retry` means that the response is not final; `waitMs` is its `Retry-After`. */
export type Attempt =
  | { kind: 'accepted'; status: number; body: unknown }
  | { kind: 'refused'; status: number; reason: string }
  | { kind: 'retry'; reason: string; reasonClass: ReasonClass; waitMs: number | null }
  | { kind: 'unreadable'; reason: string }

/** Longest response that is read. */
export const RESPONSE_BYTES_MAX = 1024 * 1024
const REASON_LENGTH_MAX = 200
const PRINTABLE = /^[\x21-\x7e]{1,255}$/

/** Sends a request once and reads its response. Never throws. */
export async function sendOnce(request: Request): Promise<Attempt> {
  const timeout = AbortSignal.timeout(request.timeoutMs)
  const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal])
  try {
    const response = await fetch(request.address.url, {
      method: 'POST',
      headers: buildHeaders(request),
      body: request.body,
      redirect: 'manual',
      signal,
    })
    const text = await readBounded(response)
    return text === null
      ? { kind: 'unreadable', reason: `It responded with ${response.status} and more than ${RESPONSE_BYTES_MAX} bytes.` }
      : judge(response, text)
  } catch (error) {
    return timeout.aborted
      ? { kind: 'retry', reason: `It did not respond within ${request.timeoutMs} ms.`, reasonClass: 'TimedOut', waitMs: null }
      : { kind: 'retry', reason: `It is not reachable: ${errorCause(error)}.`, reasonClass: 'Unreachable', waitMs: null }
  }
}

function buildHeaders({ address, body, idempotencyKey }: Request): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': userAgent,
    'idempotency-key': headerText(idempotencyKey),
  }
  const traceparent = currentTraceparent()
  if (traceparent !== undefined) headers.traceparent = traceparent
  if (address.authorization !== null) headers.authorization = address.authorization
  if (address.secrets === null) return headers
  const id = idempotencyKey.includes('.') ? sha256Hex(idempotencyKey) : headerText(idempotencyKey)
  // Signed again for each try: receivers refuse signatures that are too old.
  return { ...headers, ...signatureHeaders({ id, body, time: new Date() }, address.secrets) }
}

/**
 * Keys have order ids, which may be of any script; a header may not. Equal keys have equal texts.
 */
export function headerText(key: string): string {
  return PRINTABLE.test(key) ? key : sha256Hex(key)
}

function sha256Hex(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Null when the response is too long; the rest is not read. */
async function readBounded(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop cancels the stream, and with it the connection.
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > RESPONSE_BYTES_MAX) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function judge(response: Response, text: string): Attempt {
  const { status, ok } = response
  if (ok) return { kind: 'accepted', status, body: parseContent(text) }
  const reason = refusalReason(status, text)
  if (status !== 429 && status < 500) return { kind: 'refused', status, reason }
  const reasonClass = status === 429 ? 'TooManyRequests' : 'ServerError'
  return { kind: 'retry', reason, reasonClass, waitMs: askedToWaitMs(response.headers.get('retry-after'), new Date()) }
}

/** The response as JSON; else as text, null when it is empty. */
function parseContent(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function refusalReason(status: number, text: string): string {
  const words = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return words === '' ? `It responded with ${status}.` : `It responded with ${status}: ${words.slice(0, REASON_LENGTH_MAX)}`
}

/**
 * `Retry-After` in milliseconds, given as seconds or as a date (RFC 9110, section 10.2.3); null
 * when it is absent or invalid.
 */
export function askedToWaitMs(header: string | null, now: Date): number | null {
  if (header === null) return null
  if (/^\d+$/.test(header.trim())) return Number(header) * 1_000
  const until = Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, until - now.getTime())
}

function errorCause(error: unknown): string {
  const cause = (error as { cause?: { code?: string; message?: string } }).cause
  return cause?.code ?? cause?.message ?? (error as Error).message
}
