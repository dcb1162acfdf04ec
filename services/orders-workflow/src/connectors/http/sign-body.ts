import { createHmac } from 'node:crypto'

/**
 * The value of `X-Signature` (connectors.md#signature-check): `t=<unix seconds>,v1=<hex HMAC-SHA256
 * of "t.body">`.
 */
export function signBody(body: string, secret: string, time: Date): string {
  const seconds = Math.floor(time.getTime() / 1_000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
