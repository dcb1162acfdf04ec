import { definePaymentConnector } from '@open-oms/extend'
import type { DefinedConnector } from '@open-oms/extend/connector'
import type Stripe from 'stripe'
import { cancel, capture } from './intents.ts'
import { link, unlink } from './links.ts'
import { refund } from './refunds.ts'

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
