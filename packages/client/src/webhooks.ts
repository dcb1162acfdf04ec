/** A CloudEvents envelope with an event of the system (events.md#envelope). */
export type WebhookEvent<Data = unknown> = {
  specversion: '1.0'
  /** The same for each delivery of the event: what was handled once is skipped by it. */
  id: string
  /** Such as `orders.order.created.v1`. */
  type: string
  source: string
  /** The id of what the event is about. */
  subject: string
  time: string
  /** Counts the events of one subject, from 1, without gaps. */
  sequence?: number
  data: Data
}

/** A request that was not signed with the secret, or whose signature is too old. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError'
}

export type WebhookRequest = {
  /** The header `X-Signature`; what Standard Webhooks signs is in other headers. */
  signature: string | null | undefined
  /** The body as it came in, before anything parses it. */
  body: string | Uint8Array
}

export type WebhookCheck = {
  /** The secret of the subscription. */
  secret: string
  /** How many seconds the signature may be off; 300 by default. */
  toleranceSeconds?: number
  /** The time in milliseconds; now by default. */
  now?: number
}

/**
 * The event of a webhook request. Raises `SignatureError` unless the system has signed it
 * (connectors.md#signature-check).
 */
export async function readWebhook<Data = unknown>(request: WebhookRequest, check: WebhookCheck): Promise<WebhookEvent<Data>> {
  return JSON.parse(new TextDecoder().decode(await checkSignature(request, check)))
}

/**
 * The body of a request of the system. Raises `SignatureError` unless it is signed with the secret
 * (connectors.md#signature-check).
 */
export async function checkSignature(request: WebhookRequest, check: WebhookCheck): Promise<Uint8Array> {
  const { secret, toleranceSeconds = 300, now = Date.now() } = check
  const { time, signatures } = parseSignatureHeader(request.signature ?? '')
  if (time === undefined || signatures.length === 0)
    throw new SignatureError('The header X-Signature is missing, or not of the form t=…,v1=….')
  if (Math.abs(now / 1_000 - Number(time)) > toleranceSeconds)
    throw new SignatureError('The signature is too old, or of the future.')
  const body = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body
  if (!(await isSigned({ time, signatures, body }, secret)))
    throw new SignatureError('The signature is not of this body and secret.')
  return body
}

/**
 * The time and the signatures of the header: two while a secret is replaced. Parts of other names
 * are ignored.
 */
function parseSignatureHeader(header: string): { time: string | undefined; signatures: string[] } {
  const parts = header.split(',').map((part) => part.trim())
  const time = parts.flatMap((part) => /^t=(\d+)$/.exec(part)?.[1] ?? [])[0]
  return { time, signatures: parts.flatMap((part) => /^v1=([0-9a-f]{64})$/.exec(part)?.[1] ?? []) }
}

type SignedPayload = { time: string; signatures: readonly string[]; body: Uint8Array }

/** Whether any signature is of the secret. `verify` compares in constant time. */
async function isSigned({ time, signatures, body }: SignedPayload, secret: string): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['verify'])
  const prefix = new TextEncoder().encode(`${time}.`)
  const content = new Uint8Array(prefix.length + body.length)
  content.set(prefix)
  content.set(body, prefix.length)
  const isOfSecret = (signature: string) => {
    const bytes = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    return crypto.subtle.verify('HMAC', key, bytes, content)
  }
  return (await Promise.all(signatures.map(isOfSecret))).includes(true)
}
