import type { ConnectorRefusal } from '@open-oms/contracts/connectors/outcomes'
import type { PaymentAnswers, PaymentRequests } from '@open-oms/contracts/connectors/payment-protocol'
import type { ConnectorCall, ConnectorUnreachable } from '@open-oms/extend/connector'
import type Stripe from 'stripe'
import { findMark, type Mark, markedBy, markName, objectId, transactionFor, unitsGivenUp } from './effect-marks.ts'
import { toStripeAmount } from './stripe-amounts.ts'
import { refusalBy, refused } from './stripe-errors.ts'

type Answer = PaymentAnswers['capture'] | ConnectorUnreachable
type Found = { stripe: Stripe; intent: Stripe.PaymentIntent; name: string; units: number }

const RELEASED = 'Stripe has released the rest of the authorisation.'

/**
 * Captures `amount` of a payment intent. The rest remains where Stripe offers several captures of
 * the card; else Stripe releases it, and the message says so (stripe.md#stripe-captures).
 */
export function capture(stripe: Stripe, request: PaymentRequests['capture'], call: ConnectorCall): Promise<Answer> {
  return withIntent(stripe, { request, call, what: 'capture' }, captureNow)
}

/**
 * Gives up `amount` of a payment intent. Stripe knows no part of that: it is noted, not captured
 * any more, and released with the rest (stripe.md#stripe-captures).
 */
export function cancel(stripe: Stripe, request: PaymentRequests['cancel'], call: ConnectorCall): Promise<Answer> {
  return withIntent(stripe, { request, call, what: 'cancel' }, giveUp)
}

type Question = { request: PaymentRequests['capture' | 'cancel']; call: ConnectorCall; what: Mark['what'] }

async function withIntent(stripe: Stripe, question: Question, act: (found: Found) => Promise<Answer>): Promise<Answer> {
  const { request, call, what } = question
  const { amount, currency, authorization } = request
  const units = toStripeAmount(amount, currency)
  if (units === null || units === 0) return refused(`Stripe does not take an amount of ${amount} ${currency}.`)
  const found = await findIntent(stripe, { transactionId: authorization.transactionId, currency })
  if ('status' in found) return found
  const { intent } = found
  const name = markName(call)
  const mark = findMark(intent.metadata, name)
  if (mark === null) return await act({ stripe, intent, name, units })
  if (mark.what !== what || mark.units !== units)
    return { status: 'unreachable', message: `The key was used for another request: ${mark.what} of ${mark.units}.` }
  if (what === 'cancel') await releaseIfNothingIsLeft(stripe, intent, name)
  return done(intent, name)
}

function done(intent: Stripe.PaymentIntent, name: string): Answer {
  return { status: 'done', transactionId: transactionFor(intent.id, name) }
}

async function captureNow({ stripe, intent, name, units }: Found): Promise<Answer> {
  const state = notCapturable(intent)
  if (state !== null) return state
  const left = intent.amount_capturable - unitsGivenUp(intent.metadata)
  if (units > left) return refused(`Only ${left} of the authorisation is left, in the minor unit, not ${units}.`)
  const remains = units < left
  const keepsRest = remains && hasSeveralCaptures(intent)
  try {
    const captured = await stripe.paymentIntents.capture(
      intent.id,
      {
        amount_to_capture: units,
        metadata: markedBy(name, { what: 'capture', units }),
        ...(keepsRest && { final_capture: false }),
      },
      { idempotencyKey: name },
    )
    const answer = done(captured, name)
    return remains && !keepsRest ? { ...answer, message: RELEASED } : answer
  } catch (error) {
    return refusalBy(error)
  }
}

function notCapturable({ status, cancellation_reason }: Stripe.PaymentIntent): Answer | null {
  if (status === 'requires_capture') return null
  if (status === 'processing') return { status: 'pending', message: 'Stripe is still at work on the payment.' }
  if (status === 'canceled') return refused(`The authorisation is not there any more (${cancellation_reason ?? 'cancelled'}).`)
  if (status === 'succeeded') return refused('The authorisation is captured, and Stripe has released its rest.')
  return refused(`The customer has not authorised the payment (${status}).`)
}

function hasSeveralCaptures({ latest_charge: charge }: Stripe.PaymentIntent): boolean {
  const card = typeof charge === 'object' ? charge?.payment_method_details?.card : undefined
  return card?.multicapture?.status === 'available'
}

async function giveUp({ stripe, intent, name, units }: Found): Promise<Answer> {
  if (intent.status === 'processing') return { status: 'pending', message: 'Stripe is still at work on the payment.' }
  const left = intent.amount - intent.amount_received - unitsGivenUp(intent.metadata)
  if (units > left) return refused(`Only ${left} of the authorisation is left, in the minor unit, not ${units}.`)
  // Nothing is reserved any more: Stripe has released the rest.
  if (intent.status === 'canceled' || intent.status === 'succeeded') return done(intent, name)
  const metadata = markedBy(name, { what: 'cancel', units })
  const noted = await stripe.paymentIntents.update(intent.id, { metadata }, { idempotencyKey: name })
  await releaseIfNothingIsLeft(stripe, noted, name)
  return done(noted, name)
}

/** Cancels what is left at Stripe once all of it was given up; what was captured stays captured. */
async function releaseIfNothingIsLeft(stripe: Stripe, intent: Stripe.PaymentIntent, name: string): Promise<void> {
  const isOpen = intent.status !== 'canceled' && intent.status !== 'succeeded'
  if (!isOpen || intent.amount - intent.amount_received > unitsGivenUp(intent.metadata)) return
  await stripe.paymentIntents.cancel(intent.id, {}, { idempotencyKey: `${name}-release` })
}

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
