import { currencyExponent } from '@oms/money/currency'
import { larger, type Minor, minus, ratio, smaller, sum, sumOfAmounts, toAmount, toMinor, ZERO } from '@oms/money/minor'
import type { Order } from '@open-oms/client/types'

type Line = Pick<
  Order['orderForm']['lineItems'][number],
  'lineItemId' | 'quantity' | 'canceledQuantity' | 'deliveredQuantity' | 'returnQuantity' | 'extendedPrice' | 'creditedAmount'
>
type Form = Pick<Order['orderForm'], 'capturedPaymentTotal' | 'creditPaymentTotal' | 'shippingTotal' | 'shippingCreditedTotal'>
type ReturnForm = Pick<Order['returnOrderForms'][number], 'creditAmount' | 'creditPayment' | 'creditPaymentTotal'>

/** Units of some lines that come back. */
export type ReturnedUnits = { lineItemId: string; units: number }

/**
 * The units of a line that can come back: delivered, and not returned yet
 * (docs/reference/behaviour/returns.md#returnable-units).
 */
export function returnableUnits({ deliveredQuantity, returnQuantity }: Line): number {
  return Math.max(0, sumOfAmounts([deliveredQuantity, -returnQuantity]))
}

/** The decimals of amounts of an order. */
export function exponentOf({ billingCurrency }: Pick<Order, 'billingCurrency'>): number {
  return currencyExponent(billingCurrency ?? '')
}

/**
 * What returned units are credited by default: their share of what the line was sold for, rounded
 * so that all units together credit all of it (docs/reference/behaviour/returns.md#line-credits).
 */
function creditOfUnits(line: Line, units: number, exponent: number): Minor {
  const sold = sumOfAmounts([line.quantity, -line.canceledQuantity])
  const extended = toMinor(line.extendedPrice, exponent)
  const worth = (upTo: number) => (upTo >= sold ? extended : ratio(extended, upTo, sold))
  const share = minus(worth(sumOfAmounts([line.returnQuantity, units])), worth(line.returnQuantity))
  return larger(ZERO, smaller(share, minus(extended, toMinor(line.creditedAmount, exponent))))
}

/** The shipping that no return credits yet, in the currency's units. */
export function shippingLeft({ shippingTotal, shippingCreditedTotal }: Form, exponent: number): number {
  return toAmount(larger(ZERO, minus(toMinor(shippingTotal, exponent), toMinor(shippingCreditedTotal, exponent))), exponent)
}

/** What has been captured of an order and not refunded, in the currency's units. */
export function capturedLeft(form: Form, exponent: number): number {
  return toAmount(larger(ZERO, capturedRest(form, exponent)), exponent)
}

function capturedRest({ capturedPaymentTotal, creditPaymentTotal }: Form, exponent: number): Minor {
  return minus(toMinor(capturedPaymentTotal, exponent), toMinor(creditPaymentTotal, exponent))
}

/**
 * What a return would be worth, in the currency's units: its goods, and the shipping that is left
 * where it is credited.
 */
export function creditOf(order: Order, returned: readonly ReturnedUnits[], isShippingCredited: boolean): number {
  const exponent = exponentOf(order)
  const goods = returned.map(({ lineItemId, units }) => {
    const line = order.orderForm.lineItems.find((one) => one.lineItemId === lineItemId)
    return line === undefined ? ZERO : creditOfUnits(line, units, exponent)
  })
  const shipping = isShippingCredited ? toMinor(shippingLeft(order.orderForm, exponent), exponent) : ZERO
  return toAmount(sum([...goods, shipping]), exponent)
}

/**
 * What is still to be refunded for a return, at most what is left of what was captured
 * (docs/reference/behaviour/payments.md#amount-to-refund).
 */
export function refundDue(order: Pick<Order, 'billingCurrency'> & { orderForm: Form }, form: ReturnForm): number {
  if (!form.creditPayment) return 0
  const exponent = exponentOf(order)
  const open = minus(toMinor(form.creditAmount, exponent), toMinor(form.creditPaymentTotal, exponent))
  return toAmount(larger(ZERO, smaller(open, capturedRest(order.orderForm, exponent))), exponent)
}
