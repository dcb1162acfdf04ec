import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Client } from '@open-oms/client'
import Stripe from 'stripe'
import { fromStripeAmount } from './stripe-amounts.ts'

export type Reports = { stripe: Stripe; oms: Client; webhookSecret: string }

type Report = { orderId: string; paymentMethodName: string; transactionId: string }

/**
 * Receives Stripe's webhooks and reports authorised payments to the system
 * (stripe.md#stripe-webhooks). What an event says may be old: the state is read from Stripe. So the
 * order of events does not matter, and an event that comes twice finds its payment. Stripe repeats
 * what is not answered with 2xx.
 */
export function paymentReports({ stripe, oms, webhookSecret }: Reports) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const signature = String(request.headers['stripe-signature'])
      const event = await stripe.webhooks.constructEventAsync(await buffer(request), signature, webhookSecret)
      const intent = await authorizedBy(stripe, event)
      if (intent !== null) await report(oms, intent)
      response.writeHead(200).end()
    } catch (error) {
      response.writeHead(error instanceof Stripe.errors.StripeSignatureVerificationError ? 401 : 503).end()
    }
  }
}

/** The payment intent that an event is about, as it is now, with what the system calls it. */
async function authorizedBy(stripe: Stripe, event: Stripe.Event): Promise<{ intent: Stripe.PaymentIntent; as: Report } | null> {
  if (event.type === 'checkout.session.completed') {
    const { id, metadata, payment_intent: intent } = await stripe.checkout.sessions.retrieve(event.data.object.id)
    const as = reportFor(metadata, id)
    return as === null || intent === null ? null : { intent: await retrieve(stripe, intent), as }
  }
  if (event.type !== 'payment_intent.amount_capturable_updated') return null
  const intent = await retrieve(stripe, event.data.object.id)
  // Those of links are reported by their page.
  const as = intent.metadata.oms_link === 'true' ? null : reportFor(intent.metadata, intent.id)
  return as === null ? null : { intent, as }
}

function retrieve(stripe: Stripe, intent: string | Stripe.PaymentIntent): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.retrieve(typeof intent === 'string' ? intent : intent.id, { expand: ['latest_charge'] })
}

/** Null for payments that have nothing to do with the system. */
function reportFor(metadata: Stripe.Metadata | null, transactionId: string): Report | null {
  const { oms_order: orderId, oms_method: paymentMethodName } = metadata ?? {}
  return orderId === undefined || paymentMethodName === undefined ? null : { orderId, paymentMethodName, transactionId }
}

async function report(oms: Client, { intent, as }: { intent: Stripe.PaymentIntent; as: Report }): Promise<void> {
  const isPaid = intent.status === 'requires_capture' || intent.status === 'succeeded'
  if (!isPaid) return
  const { orderId, paymentMethodName, transactionId } = as
  const expires = captureBefore(intent)
  const payment = {
    amount: fromStripeAmount(intent.amount, intent.currency),
    paymentMethodName,
    transactionId,
    transactionType: intent.capture_method === 'manual' ? ('Authorization' as const) : ('Sale' as const),
    status: 'Processed' as const,
    ...(expires === null ? {} : { authorizationExpires: expires }),
  }
  await oms.post('/api/Orders/{orderId}/AddPayments', { params: { orderId }, body: [payment] })
}

/** Until when the card can be charged; null where Stripe does not say. */
function captureBefore({ latest_charge: charge }: Stripe.PaymentIntent): string | null {
  const seconds = typeof charge === 'object' ? charge?.payment_method_details?.card?.capture_before : undefined
  return seconds === undefined ? null : new Date(seconds * 1_000).toISOString()
}
