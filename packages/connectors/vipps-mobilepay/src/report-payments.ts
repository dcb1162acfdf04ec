import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Client } from '@open-oms/client'
import { fromMinorUnits } from '@open-oms/extend/minor-units'
import type { VippsApi } from './vipps-api.ts'
import { isSignedByVipps } from './webhook-signature.ts'

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
