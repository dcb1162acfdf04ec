import type { Order } from '@open-oms/client/types'
import { currencyExponent } from '@open-oms/money/currency'
import {
  larger,
  type Minor,
  minus,
  plus,
  ratio,
  smaller,
  sum,
  sumOfAmounts,
  toAmount,
  toMinor,
  ZERO,
} from '@open-oms/money/minor'

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

/** The decimals of amounts of a currency. */
export function exponentForCurrency(currency: string | null): number {
  return currencyExponent(currency ?? '')
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

/** `rounding` is part of the credit, and has its sign. */
export type ReturnWorth = { credit: number; rounding: number }

type ValuationOptions = {
  isShippingCredited: boolean
  currency: string | null
  /** The statuses of return forms that count no more. */
  canceledStatuses: readonly string[]
}

/**
 * What a return would be worth, in the currency's units: its goods, the shipping that is left where
 * it is credited, and what it rounds.
 */
export function valueReturn(order: Order, returned: readonly ReturnedUnits[], valuing: ValuationOptions): ReturnWorth {
  const exponent = exponentForCurrency(valuing.currency)
  const parts = returned.map(({ lineItemId, units }) => {
    const line = order.orderForm.lineItems.find((one) => one.lineItemId === lineItemId)
    return line === undefined ? ZERO : creditOfUnits(line, units, exponent)
  })
  const goods = sum(parts)
  const shipping = valuing.isShippingCredited ? toMinor(shippingLeft(order.orderForm, exponent), exponent) : ZERO
  const credit = plus(goods, shipping)
  const rounding = goods === 0 ? ZERO : returnRounding(order, returned, { ...valuing, credit, exponent })
  return { credit: toAmount(larger(ZERO, plus(credit, rounding)), exponent), rounding: toAmount(rounding, exponent) }
}

/**
 * What a return rounds: what others leave of the order's rounding when it takes the last goods;
 * before that as much of it as keeps the net total from falling below zero
 * (docs/reference/behaviour/returns.md#rounding-in-returns).
 */
function returnRounding(
  order: Order,
  returned: readonly ReturnedUnits[],
  { canceledStatuses, credit, exponent }: Pick<ValuationOptions, 'canceledStatuses'> & { credit: Minor; exponent: number },
): Minor {
  const { lineItems, grossRoundoff } = order.orderForm
  const rounded = (amount: number | null) => toMinor(amount ?? 0, exponent)
  const others = order.returnOrderForms.filter(({ status }) => status === null || !canceledStatuses.includes(status))
  const left = minus(rounded(grossRoundoff), sum(others.map((form) => rounded(form.grossRoundoff))))
  const units = new Map(returned.map((one) => [one.lineItemId, one.units]))
  const isLeft = ({ lineItemId, quantity, canceledQuantity, returnQuantity }: Line) =>
    sumOfAmounts([quantity, -canceledQuantity, -returnQuantity, -(units.get(lineItemId ?? '') ?? 0)]) > 0
  if (!lineItems.some(isLeft)) return left
  return larger(smaller(left, ZERO), smaller(minus(rounded(order.netTotal), credit), ZERO))
}

/**
 * What is still to be refunded for a return, at most what is left of what was captured
 * (docs/reference/behaviour/payments.md#amount-to-refund).
 */
export function refundDue(order: { orderForm: Form }, form: ReturnForm, currency: string | null): number {
  if (!form.creditPayment) return 0
  const exponent = exponentForCurrency(currency)
  const open = minus(toMinor(form.creditAmount, exponent), toMinor(form.creditPaymentTotal, exponent))
  return toAmount(larger(ZERO, smaller(open, capturedRest(order.orderForm, exponent))), exponent)
}
