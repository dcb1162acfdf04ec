import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export type SignedRequest = {
  /** With the query. */
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Uint8Array
}

const TOLERANCE_MS = 5 * 60 * 1_000

/**
 * Whether Vipps MobilePay has signed a webhook (vipps-mobilepay.md#vipps-webhooks): the hash of the
 * body is that of its header, and date, host and hash are signed with the secret of the webhook,
 * not more than five minutes ago. `host` is the one that Vipps MobilePay calls.
 */
export function isSignedByVipps(
  { path, headers, body }: SignedRequest,
  { secret, host }: { secret: string; host: string },
): boolean {
  const { 'x-ms-date': date, 'x-ms-content-sha256': hash, authorization } = headers
  if (typeof date !== 'string' || !(Math.abs(Date.now() - Date.parse(date)) <= TOLERANCE_MS)) return false
  const isWhole = hash === createHash('sha256').update(body).digest('base64')
  const signed = createHmac('sha256', secret).update(`POST\n${path}\n${date};${host};${hash}`).digest('base64')
  return isWhole && isEqual(authorization, `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${signed}`)
}

function isEqual(given: string | string[] | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(String(given)), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
