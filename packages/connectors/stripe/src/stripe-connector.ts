import type { PaymentAnswers, PaymentRequests } from '@open-oms/contracts/connectors/payment-protocol'
import { definePaymentConnector } from '@open-oms/extend'
import type { ConnectorCall, ConnectorUnreachable, DefinedConnector } from '@open-oms/extend/connector'
import type Stripe from 'stripe'
import { markName } from './effect-marks.ts'
import { cancel, capture, findIntent } from './intents.ts'
import { link, unlink } from './links.ts'
import { toStripeAmount } from './stripe-amounts.ts'
import { refusalBy, refused } from './stripe-errors.ts'

type Answer = PaymentAnswers['refund'] | ConnectorUnreachable

const PAGE = 100

/** Pays back `amount` of what was captured, once for each key (stripe.md#stripe-refunds). */
async function refund(stripe: Stripe, request: PaymentRequests['refund'], call: ConnectorCall): Promise<Answer> {
  const { amount, currency, capture, orderId } = request
  const units = toStripeAmount(amount, currency)
  if (units === null || units === 0) return refused(`Stripe does not take an amount of ${amount} ${currency}.`)
  const found = await findIntent(stripe, { transactionId: capture.transactionId, currency })
  if ('status' in found) return found
  const name = markName(call)
  const payment = found.intent.id
  for await (const earlier of stripe.refunds.list({ payment_intent: payment, limit: PAGE }))
    if (earlier.metadata?.oms_key === name) return judge(earlier, units)
  try {
    const params = { payment_intent: payment, amount: units, metadata: { oms_key: name, oms_order: orderId } }
    return judge(await stripe.refunds.create(params, { idempotencyKey: name }), units)
  } catch (error) {
    return refusalBy(error)
  }
}

/** A refund that is under way at a bank is on its way: only `failed` and `canceled` are a no. */
function judge({ id, status, amount, failure_reason }: Stripe.Refund, units: number): Answer {
  if (amount !== units) return { status: 'unreachable', message: `The key was used for another refund, ${id}.` }
  if (status === 'failed' || status === 'canceled') return refused(`The refund ${id} has failed (${failure_reason ?? status}).`)
  if (status === 'requires_action') return { status: 'pending', message: `The refund ${id} waits for the customer.` }
  return { status: 'done', transactionId: id }
}

export type StripeOptions = {
  /** Where customers come back to after they have paid by a link. */
  returnUrl: string
}

/**
 * Stripe as a payment connector (stripe.md). It has no memory of its own: what a key has done is
 * found in Stripe's books, so that a crash at any moment loses nothing.
 */
export function stripeConnector(stripe: Stripe, { returnUrl }: StripeOptions): DefinedConnector<'payment'> {
  return definePaymentConnector({
    name: 'stripe',
    capture: (request, call) => capture(stripe, request, call),
    cancel: (request, call) => cancel(stripe, request, call),
    refund: (request, call) => refund(stripe, request, call),
    link: (request, call) => link({ stripe, returnUrl }, request, call),
    unlink: (request) => unlink(stripe, request),
  })
}
