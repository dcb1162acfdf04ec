import type { PaymentAnswers, PaymentRequests } from '@open-oms/contracts/connectors/payment-protocol'
import type { ConnectorCall, ConnectorUnreachable } from '@open-oms/extend/connector'
import Stripe from 'stripe'
import { markName, objectId } from './effect-marks.ts'
import { toStripeAmount } from './stripe-amounts.ts'
import { refusalBy, refused } from './stripe-errors.ts'

type Pages = { stripe: Stripe; returnUrl: string }

const MINUTE_MS = 60_000
/** A page of Stripe is open for 30 minutes at least, and for a day at most. */
const OPEN_MINUTES_MIN = 30
const OPEN_MINUTES_MAX = 24 * 60

/** A page of Stripe at which the customer pays `amount` (stripe.md#stripe-payment-links). */
export async function link(
  pages: Pages,
  request: PaymentRequests['link'],
  call: ConnectorCall,
): Promise<PaymentAnswers['link'] | ConnectorUnreachable> {
  const units = toStripeAmount(request.amount, request.currency)
  if (units === null || units === 0) return refused(`Stripe does not take an amount of ${request.amount} ${request.currency}.`)
  const page = pageFor(request, { units, returnUrl: pages.returnUrl })
  try {
    const { id, url, expires_at } = await create(pages.stripe, page, { until: new Date(request.link.expires), call })
    if (url === null) return { status: 'unreachable', message: `The page ${id} has no address.` }
    return { status: 'done', transactionId: id, url, expires: new Date(expires_at * 1_000).toISOString() }
  } catch (error) {
    return refusalBy(error)
  }
}

type Page = Stripe.Checkout.SessionCreateParams

function pageFor(request: PaymentRequests['link'], { units, returnUrl }: { units: number; returnUrl: string }): Page {
  const { orderId, currency, paymentMethodName } = request
  const metadata = { oms_order: orderId, oms_method: paymentMethodName, oms_link: 'true' }
  const price = { currency: currency.toLowerCase(), unit_amount: units, product_data: { name: orderId } }
  return {
    mode: 'payment',
    success_url: returnUrl,
    line_items: [{ quantity: 1, price_data: price }],
    metadata,
    payment_intent_data: { capture_method: 'manual', metadata },
  }
}

/**
 * Whether the end can be named depends on the time of the request, so that the same request at
 * another time has other parameters, which Stripe refuses under the same key: the other form is
 * what was sent then.
 */
async function create(stripe: Stripe, page: Page, { until, call }: { until: Date; call: ConnectorCall }) {
  const minutes = (until.getTime() - Date.now()) / MINUTE_MS
  const withEnd = { ...page, expires_at: Math.floor(until.getTime() / 1_000) }
  const isNamed = minutes > OPEN_MINUTES_MIN && minutes < OPEN_MINUTES_MAX
  const [form, otherForm] = isNamed ? [withEnd, page] : [page, withEnd]
  const key = { idempotencyKey: markName(call) }
  try {
    return await stripe.checkout.sessions.create(form, key)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error
    return await stripe.checkout.sessions.create(otherForm, key)
  }
}

/** Nobody can pay at the page any more (stripe.md#stripe-payment-links). */
export async function unlink(
  stripe: Stripe,
  { link: { transactionId } }: PaymentRequests['unlink'],
): Promise<PaymentAnswers['unlink'] | ConnectorUnreachable> {
  const id = objectId(transactionId)
  try {
    const page = await stripe.checkout.sessions.retrieve(id)
    if (page.status === 'complete') return refused('The link is paid.')
    if (page.status === 'open') await stripe.checkout.sessions.expire(id)
    return { status: 'done', transactionId: `${id}.withdrawn` }
  } catch (error) {
    return refusalBy(error)
  }
}
