import type { ReturnedUnits } from './return-amounts.ts'

export type ReturnedGoods = ReturnedUnits & { reason: string; isRestocked: boolean }

/** A return as a person fills it in. */
export type Return = {
  lines: readonly ReturnedGoods[]
  isShippingCredited: boolean
  isRefunded: boolean
  /** What is refunded in all, in the currency's units; null: what the return is worth. */
  agreedCredit: number | null
  comment: string
}

export const newReturn: Return = { lines: [], isShippingCredited: false, isRefunded: true, agreedCredit: null, comment: '' }

/** Whether something comes back or is credited, and not more is refunded than it is worth. */
export function isComplete({ lines, isShippingCredited, isRefunded, agreedCredit }: Return, worth: number): boolean {
  return (lines.length > 0 || isShippingCredited) && (!isRefunded || agreedCredit === null || agreedCredit <= worth)
}

/** The return as the API takes it. */
export function toReturnRequest({ lines, isShippingCredited, isRefunded, agreedCredit, comment }: Return) {
  return {
    returns: lines.map(({ lineItemId, units, reason, isRestocked }) => ({
      lineItemId,
      returnQuantity: units,
      isStockUpdated: isRestocked,
      ...(reason.trim() === '' ? {} : { returnReason: reason.trim() }),
    })),
    creditPayment: isRefunded,
    ...(isShippingCredited ? { creditShipment: true } : {}),
    ...(isRefunded && agreedCredit !== null ? { creditAmount: agreedCredit } : {}),
    ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
  }
}
