import type { ConnectorRefusal } from '@open-oms/contracts/connectors/outcomes'
import Stripe from 'stripe'

/** A final no for a reason of ours. */
export function refused(message: string): ConnectorRefusal {
  return { status: 'refused', message }
}

/**
 * A refusal where Stripe has said no to this request: declined, or not possible. Any other error is
 * raised again, since it leaves open what has happened: no response, a fault of Stripe, too many
 * requests, a wrong API key, or a key that another request has.
 */
export function refusalBy(error: unknown): ConnectorRefusal {
  const isNo = error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError
  if (!isNo) throw error
  const code = error.decline_code ?? error.code
  return refused(code === undefined ? error.message : `${error.message} (${code})`)
}
