import type { Order } from '@open-oms/contracts/orders/order'
import { type Minor, toMinor } from '@open-oms/money/minor'
import { linkableAmount, PAYMENT_LINK_EXPIRES } from '../../../order/rules/payments/payment-links.ts'
import { type Effect, openRequests } from './money-move.ts'

/** A link that is asked for, its amount in the main unit of the currency. */
export type WantedLink = { amount: number; paymentMethodName: string; expires: string }
export type LinkDue = { effect: Effect; expires: string }

const COVERED = 'Nothing is left to ask for: the order has been paid, or has another link.'

/**
 * The request for a link (payments.md#payment-links): an equal one that had no response is repeated
 * with the end that it named, as the provider may have made that link. Any other is named by what
 * it asks for and by the links that the order has had.
 */
export function linkDue(
  order: Order,
  { amount, paymentMethodName, expires }: WantedLink,
  moment: Moment,
): LinkDue | { covered: string } {
  const { exponent, now } = moment
  const wanted: Minor = toMinor(amount, exponent)
  if (wanted > linkableAmount(order, moment)) return { covered: COVERED }
  for (const { payment, amount: asked, idempotencyKey } of openRequests(order, 'Sale', exponent)) {
    const until = expiryOf(payment)
    const isSame = asked === wanted && payment.paymentMethodName === paymentMethodName
    if (isSame && until !== null && until > now) return { effect: { repeats: idempotencyKey }, expires: until }
  }
  const before = order.orderForm.payments.filter((payment) => expiryOf(payment) !== null).length
  // The creation time distinguishes the order from a purged one with the same id.
  const name = [order.id, 'payment-link', wanted, paymentMethodName, before, order.created].join('/')
  return { effect: { name }, expires }
}

type Moment = { exponent: number; now: string }

function expiryOf({ properties }: Order['orderForm']['payments'][number]): string | null {
  return properties.find(({ key }) => key === PAYMENT_LINK_EXPIRES)?.value ?? null
}
