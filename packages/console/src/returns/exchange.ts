import type { ReturnRequest } from '@open-oms/client/types'
import { larger, minus, plus, smaller, sum, toAmount, toMinor, ZERO } from '@open-oms/money/minor'
import { type DraftLine, needsReason } from '../new-order/draft.ts'
import { newReturn, type ReturnedGoods, toReturnRequest } from './take-back.ts'

/** An exchange as a person fills it in. */
export type Exchange = {
  returned: readonly ReturnedGoods[]
  wanted: readonly DraftLine[]
  /** The goods are there: the return is completed at once. */
  isHere: boolean
}

export const newExchange: Exchange = { returned: [], wanted: [], isHere: false }

export type ExchangeProblem = 'returned' | 'wanted' | 'quantity' | 'reason'

/** What keeps an exchange from being sent; null: nothing. */
export function exchangeProblem({ returned, wanted }: Exchange): ExchangeProblem | null {
  if (returned.length === 0) return 'returned'
  if (wanted.length === 0) return 'wanted'
  if (wanted.some(({ quantity, price }) => quantity === null || quantity <= 0 || price === null)) return 'quantity'
  return wanted.some((line) => needsReason(line) && line.reason.trim() === '') ? 'reason' : null
}

/** The exchange as the API takes it; `completed` is the status in which the goods are there. */
export function toExchangeRequest({ returned, wanted, isHere }: Exchange, completed: string | null): ReturnRequest {
  return {
    ...toReturnRequest({ ...newReturn, lines: returned }),
    ...(isHere && completed !== null ? { status: completed } : {}),
    exchangeOrderOptions: { exchangeOrderLines: wanted.map(toOrderLine) },
  }
}

function toOrderLine({ id, code, name, quantity, price, discount, reason }: DraftLine) {
  const said = reason.trim()
  const kind = { discountType: 'LineItem', rewardType: 'Percentage' } as const
  return {
    lineItemId: id,
    code,
    displayName: name,
    quantity: quantity ?? 0,
    placedPrice: price ?? 0,
    ...(said === '' ? {} : { modifiedReason: said }),
    ...((discount ?? 0) > 0
      ? { orderLineDiscounts: [{ ...kind, discountName: said, discountValue: discount ?? 0, skuIds: [code] }] }
      : {}),
  }
}

/** The money of an exchange, in the currency's units. */
export type ExchangeMoney = {
  /** What the new goods cost. */
  price: number
  /** What the customer has to pay for them beside what comes back. */
  due: number
  /** What the customer gets back beside them. */
  refund: number
}

/**
 * What an exchange costs or pays back, by what comes back is worth and what of it can be refunded
 * (docs/reference/behaviour/returns.md#exchange-settlement).
 */
export function exchangeMoney(
  { wanted }: Exchange,
  { worth, refundable, exponent }: { worth: number; refundable: number; exponent: number },
): ExchangeMoney {
  const price = sum(wanted.map((line) => lineTotal(line, exponent)))
  const credit = smaller(toMinor(worth, exponent), toMinor(refundable, exponent))
  return {
    price: toAmount(price, exponent),
    due: toAmount(larger(ZERO, minus(price, credit)), exponent),
    refund: toAmount(larger(ZERO, minus(credit, price)), exponent),
  }
}

function lineTotal({ quantity, price, discount }: DraftLine, exponent: number) {
  const total = (quantity ?? 0) * (price ?? 0)
  return plus(toMinor(round(total), exponent), minus(ZERO, toMinor(round((total * (discount ?? 0)) / 100), exponent)))
}

/** Beyond what amounts have, only the error of the computer is left. */
function round(amount: number): number {
  return Math.round(amount * 10_000) / 10_000
}
