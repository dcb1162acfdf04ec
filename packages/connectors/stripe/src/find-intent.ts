import type { ConnectorRefusal } from '@oms/contracts/connectors/outcomes'
import type Stripe from 'stripe'
import { objectId } from './effect-marks.ts'
import { refusalBy, refused } from './stripe-errors.ts'

/**
 * The payment intent of a transaction, with its charge: of an intent, of a capture, or of the page
 * of a payment link. A refusal when there is none.
 */
export async function findIntent(
  stripe: Stripe,
  { transactionId, currency }: { transactionId: string | null; currency: string },
): Promise<{ intent: Stripe.PaymentIntent } | ConnectorRefusal> {
  const id = objectId(transactionId)
  try {
    const intentId = id.startsWith('cs_') ? await paidBy(stripe, id) : id
    if (!intentId.startsWith('pi_')) return refused(`"${transactionId}" is no payment of Stripe.`)
    const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })
    if (intent.currency.toUpperCase() === currency) return { intent }
    return refused(`The payment is in ${intent.currency.toUpperCase()}, not in ${currency}.`)
  } catch (error) {
    return refusalBy(error)
  }
}

async function paidBy(stripe: Stripe, sessionId: string): Promise<string> {
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(sessionId)
  return typeof intent === 'string' ? intent : (intent?.id ?? '')
}
