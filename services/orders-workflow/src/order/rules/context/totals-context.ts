import { invalid } from '@open-oms/contracts/errors'
import type { OrderDraft } from '@open-oms/contracts/orders/order'
import { currencyExponent } from '@open-oms/money/currency'
import { AmountOutOfRange } from '@open-oms/money/decimal'

/** The input of an order's totals other than the order itself. Plain data. */
export type TotalsContext = {
  /** Currency code for an order that names none: its market's (money.md#rounding). */
  currency: string
  /**
   * The market's tax rate, a percentage: used where a line or a shipment has none (money.md#tax),
   * and for handling (money.md#form-totals).
   */
  taxRate: number
  /**
   * The statuses of return forms that are flagged as cancelled: a form in one of them counts
   * nothing (G).
   */
  canceledStatuses: readonly string[]
  /** Those that are flagged as delivered: the totals of a form in one of them are final. */
  finalStatuses: readonly string[]
  /**
   * The stored order that this one replaces, null for a new one. It separates discounts of objects
   * from manual ones (see manual-discounts.ts).
   */
  previous: OrderDraft | null
}

/** The terms that every amount is calculated in. */
export type Terms = {
  /** Decimals of the order's currency. */
  exponent: number
  /** The market's tax rate, a percentage. */
  taxRate: number
}

export function calculationTerms(order: OrderDraft, { currency, taxRate }: Pick<TotalsContext, 'currency' | 'taxRate'>): Terms {
  return { exponent: currencyExponent(order.billingCurrency || currency), taxRate }
}

/**
 * Does a calculation; a result beyond 12 integer digits becomes a `ValidationFailed` that names
 * where (money.md#rounding).
 */
export function at<T>(path: string | (() => string), calculate: () => T): T {
  try {
    return calculate()
  } catch (error) {
    if (error instanceof AmountOutOfRange)
      throw invalid(typeof path === 'string' ? path : path(), `is too large: ${error.message}`)
    throw error
  }
}
