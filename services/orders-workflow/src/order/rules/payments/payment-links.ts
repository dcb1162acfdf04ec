import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment, TransactionType } from '@open-oms/contracts/orders/payment'
import { larger, type Minor, minus, sum, toMinor, ZERO } from '@open-oms/money/minor'

/** The property of a payment with the address at which the customer pays it. */
export const PAYMENT_LINK = 'PaymentLink'
/** The property with the end of the link, ISO 8601 UTC. */
export const PAYMENT_LINK_EXPIRES = 'PaymentLinkExpires'
/** The `reason` of a payment whose link was withdrawn. */
export const LINK_WITHDRAWN = 'Withdrawn'

/** A payment that the customer is to make at an address of the provider. */
export type PaymentLink = {
  url: string
  /** ISO 8601 UTC. */
  expires: string
}

/** A payment as it is stored, or as a client sends it. */
export type LinkPayment = {
  status?: string | undefined
  properties?: readonly { key?: string | null | undefined; value?: string | null | undefined }[] | undefined
}

/** The link of a payment; null: it has none. */
export function paymentLink({ properties = [] }: LinkPayment): PaymentLink | null {
  const value = (name: string) => properties.find(({ key }) => key === name)?.value
  const [url, expires] = [value(PAYMENT_LINK), value(PAYMENT_LINK_EXPIRES)]
  return url && expires ? { url, expires } : null
}

/** Whether a payment waits for its customer, at a link that may have expired. */
export function isPendingLink(payment: LinkPayment): boolean {
  return payment.status === 'Pending' && paymentLink(payment) !== null
}

/** The payments that can still be made by their link (payments.md#payment-links). */
export function openLinks(order: Order, now: string): Payment[] {
  return order.orderForm.payments.filter((payment) => isPendingLink(payment) && (paymentLink(payment)?.expires ?? now) > now)
}

/** What no payment, reservation or open link covers: what a further link may ask for. */
export function linkableAmount(order: Order, { exponent, now }: { exponent: number; now: string }): Minor {
  const asked = sum(openLinks(order, now).map(({ amount }) => toMinor(amount, exponent)))
  return larger(ZERO, minus(toMinor(order.remainingPayment, exponent), asked))
}

/**
 * Whether a payment that a provider reports is the one of a link: the transaction is the same, and
 * what was asked for as a sale was reserved, or taken from a reservation.
 */
export function settlesLink(link: LinkPayment, type: TransactionType | undefined): boolean {
  return (type === 'Authorization' || type === 'Capture') && isPendingLink(link)
}
