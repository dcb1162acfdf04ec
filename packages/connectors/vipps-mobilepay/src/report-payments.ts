import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Client } from '@open-oms/client'
import { fromMinorUnits } from '@open-oms/extend/minor-units'
import type { VippsApi } from './vipps-api.ts'

type SignedRequest = {
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

export type Reports = { api: VippsApi; oms: Client; secret: string; host: string; paymentMethodName: string }

const DECIMALS = 2

/**
 * Receives the webhooks of Vipps MobilePay and reports reservations to the system
 * (vipps-mobilepay.md#vipps-webhooks). What an event says may be old: the state is read from Vipps
 * MobilePay. So the order of events does not matter, and one that comes twice finds its payment.
 */
export function paymentReports({ api, oms, secret, host, paymentMethodName }: Reports) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const body = await buffer(request)
      const isGenuine = isSignedByVipps({ path: request.url ?? '', headers: request.headers, body }, { secret, host })
      if (!isGenuine) return void response.writeHead(401).end()
      const { name, reference } = JSON.parse(body.toString('utf8')) as { name: string; reference: string }
      if (name === 'AUTHORIZED') await report(await api.payment(reference), oms, paymentMethodName)
      response.writeHead(200).end()
    } catch {
      response.writeHead(503).end()
    }
  }
}

type Payment = Awaited<ReturnType<VippsApi['payment']>>

/** The shop names a payment after its order: its id, or its id, two dashes and anything else. */
async function report({ reference, state, amount }: Payment, oms: Client, paymentMethodName: string): Promise<void> {
  if (state !== 'AUTHORIZED') return
  const [orderId = ''] = reference.split('--')
  const payment = {
    amount: fromMinorUnits(amount.value, DECIMALS),
    paymentMethodName,
    transactionId: reference,
    transactionType: 'Authorization' as const,
    status: 'Processed' as const,
  }
  await oms.post('/api/Orders/{orderId}/AddPayments', { params: { orderId }, body: [payment] })
}
