/** A payment intent as the double keeps it, in minor units. */
export type Intent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_capturable: number
  amount_received: number
  currency: string
  status: string
  cancellation_reason: string | null
  capture_method: 'manual'
  metadata: Record<string, string>
  latest_charge: object
  /** The answer of the bank to a capture. */
  declines: boolean
}
export type Refund = {
  id: string
  object: 'refund'
  payment_intent: string
  amount: number
  status: string
  failure_reason: string | null
  metadata: Record<string, string>
}
export type Page = {
  id: string
  object: 'checkout.session'
  url: string
  status: 'open' | 'complete' | 'expired'
  expires_at: number
  payment_intent: string | null
  metadata: Record<string, string>
  amount: number
  currency: string
}
export type Books = {
  intents: Map<string, Intent>
  refunds: Refund[]
  pages: Map<string, Page>
  /** Has a customer authorise an amount; `multicapture` is what Stripe offers for the card. */
  authorize(fields: { amount: number; currency?: string; multicapture?: boolean; metadata?: Record<string, string> }): Intent
  /** Has the customer of a page pay. */
  pay(pageId: string): Intent
  /** What was captured and paid back, in minor units. */
  totals(): { captured: number; refunded: number }
}

/** An error as Stripe responds with it. */
export class Refusal extends Error {
  readonly status: number
  readonly type: string
  readonly code: string
  constructor(status: number, type: string, code: string) {
    super(`Refused: ${code}.`)
    this.status = status
    this.type = type
    this.code = code
  }
}

export const invalid = (code: string, status = 400) => new Refusal(status, 'invalid_request_error', code)

const CAPTURE_DAYS = 7
const DAY_SECONDS = 24 * 60 * 60

export function newBooks(): Books {
  const intents = new Map<string, Intent>()
  const pages = new Map<string, Page>()
  const refunds: Refund[] = []
  const authorize: Books['authorize'] = ({ amount, currency = 'nok', multicapture = false, metadata = {} }) => {
    const card = {
      capture_before: Math.floor(Date.now() / 1_000) + CAPTURE_DAYS * DAY_SECONDS,
      multicapture: { status: multicapture ? 'available' : 'unavailable' },
    }
    const intent: Intent = {
      id: `pi_${intents.size + 1}`,
      object: 'payment_intent',
      amount,
      amount_capturable: amount,
      amount_received: 0,
      currency,
      status: 'requires_capture',
      cancellation_reason: null,
      capture_method: 'manual',
      metadata,
      latest_charge: { id: `ch_${intents.size + 1}`, object: 'charge', payment_method_details: { type: 'card', card } },
      declines: false,
    }
    intents.set(intent.id, intent)
    return intent
  }
  return {
    intents,
    refunds,
    pages,
    authorize,
    pay(pageId) {
      const page = pages.get(pageId) as Page
      const intent = authorize({ amount: page.amount, currency: page.currency, metadata: page.metadata })
      Object.assign(page, { status: 'complete', payment_intent: intent.id })
      return intent
    },
    totals: () => ({
      captured: [...intents.values()].reduce((sum, { amount_received }) => sum + amount_received, 0),
      refunded: refunds.reduce((sum, { amount }) => sum + amount, 0),
    }),
  }
}
