import type { LookupAddress } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { userAgent } from '@open-oms/contracts/version'
import {
  checkedAddresses,
  type HostRefusal,
  isGlobalAddress,
  onlyTo,
  type Resolve,
} from '@open-oms/service-kit/http/checked-addresses'
import { type SigningSecrets, signatureHeaders } from '@open-oms/service-kit/http/signature-headers'
import { reasonFrom } from './call-failure.ts'
import { askedToWaitMs } from './send-once.ts'

export type WebhookPost = {
  url: string
  /** Null: it is not signed. */
  secrets: SigningSecrets | null
  allowPrivateAddresses: boolean
  body: string
  /** The same for every try, so that the receiver can detect a duplicate. */
  eventId: string
  /** Ends the try. */
  signal: AbortSignal
  resolve?: Resolve | undefined
}

/**
 * The outcome of a try. Only `taken` means that the receiver has the event; `hasResponded` means
 * that it is alive. `status` is null where there was no response of HTTP.
 */
export type WebhookResponse =
  | { taken: true; status: number | null }
  | { taken: false; status: number | null; reason: string; waitMs: number | null; hasResponded: boolean }

const RESPONSE_BYTES_MAX = 64 * 1024

const refusals: Record<HostRefusal, string> = {
  unknown: 'Its name has no address.',
  forbidden: 'It has an address that is not a global one, and the subscription does not allow these.',
  late: 'Its name was not resolved in time.',
}

/**
 * Posts an event to a subscription once (webhooks.md#webhook-request): signed, to an address that
 * was checked, without following redirects. Never throws.
 */
export async function postWebhook({
  url: address,
  allowPrivateAddresses,
  resolve,
  ...post
}: WebhookPost): Promise<WebhookResponse> {
  const url = URL.parse(address)
  if (url === null) return noResponse('Its address is none.')
  const isAllowed = allowPrivateAddresses ? () => true : isGlobalAddress
  const checked = await checkedAddresses(url, { isAllowed, signal: post.signal, resolve })
  if ('refused' in checked) return noResponse(refusals[checked.refused])
  try {
    return await send({ ...post, url, addresses: checked.addresses })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return noResponse(post.signal.aborted ? 'It did not respond in time.' : `It is not reachable: ${code ?? message}.`)
  }
}

/** What comes of a try that nobody has responded to. */
export function noResponse(reason: string): WebhookResponse {
  return { taken: false, status: null, reason: reasonFrom(reason), waitMs: null, hasResponded: false }
}

type WebhookPostOptions = Pick<WebhookPost, 'body' | 'eventId' | 'signal' | 'secrets'> & {
  url: URL
  addresses: LookupAddress[]
}

async function send({ url, body, eventId, secrets, addresses, signal }: WebhookPostOptions): Promise<WebhookResponse> {
  const headers = {
    'content-type': 'application/cloudevents+json',
    'content-length': Buffer.byteLength(body),
    'user-agent': userAgent,
    'idempotency-key': eventId,
    // Signed again for each try: receivers refuse signatures that are too old.
    ...(secrets === null ? {} : signatureHeaders({ id: eventId, body, time: new Date() }, secrets)),
  }
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  // A new connection each time: a kept-alive one could be to an address of an earlier look-up.
  const options = { method: 'POST', headers, agent: false as const, lookup: onlyTo(addresses), signal }
  request(url, options, resolve).on('error', reject).end(body)
  const response = await promise
  const text = await readStart(response)
  const status = response.statusCode ?? 0
  if (status >= 200 && status < 300) return { taken: true, status }
  const words = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  const reason = reasonFrom(words === '' ? `It responded with ${status}.` : `It responded with ${status}: ${words}`)
  const hasResponded = status < 500 && status !== 429
  return {
    taken: false,
    status,
    reason,
    waitMs: askedToWaitMs(response.headers['retry-after'] ?? null, new Date()),
    hasResponded,
  }
}

/** The response up to a length; the rest is not read. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > RESPONSE_BYTES_MAX) break
  }
  response.destroy()
  return Buffer.concat(chunks).toString('utf8')
}
