import type { Order } from '@open-oms/client/types'
import { currencyExponent } from '@open-oms/money/currency'
import { larger, minus, sum, toAmount, toMinor, ZERO } from '@open-oms/money/minor'

type Payment = Order['orderForm']['payments'][number]

/** A payment that waits for the customer at an address. */
export type PendingLink = Pick<Payment, 'id' | 'amount'> & { url: string; expires: string; isExpired: boolean }

/** The payment links of an order that are neither paid nor withdrawn. */
export function pendingLinks({ orderForm }: Pick<Order, 'orderForm'>, now: string): PendingLink[] {
  return orderForm.payments.flatMap(({ id, amount, status, properties }) => {
    const value = (name: string) => properties.find(({ key }) => key === name)?.value
    const [url, expires] = [value('PaymentLink'), value('PaymentLinkExpires')]
    return status === 'Pending' && url && expires ? [{ id, amount, url, expires, isExpired: expires <= now }] : []
  })
}

/** What neither a payment nor an open link covers, in the currency's units. */
export function linkableAmount(
  { remainingPayment }: Pick<Order, 'remainingPayment'>,
  links: readonly PendingLink[],
  currency: string | null,
): number {
  const exponent = currencyExponent(currency ?? '')
  const open = links.filter(({ isExpired }) => !isExpired).map(({ amount }) => toMinor(amount, exponent))
  return toAmount(larger(ZERO, minus(toMinor(remainingPayment, exponent), sum(open))), exponent)
}
