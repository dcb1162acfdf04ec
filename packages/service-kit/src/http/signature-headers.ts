import { createHmac } from 'node:crypto'

/** Secrets that sign a request: the current one, and while it replaces another also that one. */
export type SigningSecrets = readonly [current: string, previous?: string]

const SYMMETRIC_PREFIX = 'whsec_'
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * The headers that sign a request, in our own form and in that of Standard Webhooks
 * (connectors.md#signature-check): one signature for each secret, the current one's first. `id` is
 * the same for each attempt and has no full stop, which separates the signed parts.
 */
export function signatureHeaders(
  { id, body, time }: { id: string; body: string; time: Date },
  secrets: SigningSecrets,
): Record<'x-signature' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const seconds = Math.floor(time.getTime() / 1_000)
  const all = secrets.filter((secret) => secret !== undefined)
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text)
  const own = all.map((secret) => `v1=${hmac(secret, `${seconds}.${body}`).digest('hex')}`)
  const standard = all.map((secret) => `v1,${hmac(signingKey(secret), `${id}.${seconds}.${body}`).digest('base64')}`)
  return {
    'x-signature': [`t=${seconds}`, ...own].join(','),
    'webhook-id': id,
    'webhook-timestamp': `${seconds}`,
    'webhook-signature': standard.join(' '),
  }
}

/** `whsec_` and Base64 are the bytes of a key; any other secret is its own bytes. */
function signingKey(secret: string): string | Buffer {
  const encoded = secret.startsWith(SYMMETRIC_PREFIX) ? secret.slice(SYMMETRIC_PREFIX.length) : ''
  return encoded !== '' && BASE64.test(encoded) ? Buffer.from(encoded, 'base64') : secret
}
