import type { Order } from '@open-oms/client/types'
import { isOpenToChanges } from '../order/offered-actions.ts'

type Line = Order['orderForm']['lineItems'][number]

/** Units of a line that are sent once more, and why. */
export type SentAgain = { lineItemId: string; units: number; reason: string }

/** Whole units that can be sent again: ordered, not cancelled and not replaced yet. */
export function replaceableUnits({ quantity, canceledQuantity, replacedQuantity }: Line): number {
  return Math.max(0, Math.floor(quantity - canceledQuantity - (replacedQuantity ?? 0)))
}

/** Whether goods of an order have left that can be sent once more. */
export function hasReplaceableUnits(order: Order): boolean {
  const haveLeft = order.fulfilmentStatus !== 'Unfulfilled' && order.fulfilmentStatus !== 'Cancelled'
  return isOpenToChanges(order) && haveLeft && order.orderForm.lineItems.some((line) => replaceableUnits(line) > 0)
}

/** The replacement as the API takes it: the customer pays nothing for it. */
export function toReplacementRequest(orderId: string, lines: readonly SentAgain[], comment: string) {
  return {
    orderId,
    orderLineReplacements: lines.map(({ lineItemId, units, reason }) => ({
      lineItemId,
      quantity: units,
      ...(reason.trim() === '' ? {} : { replacementReason: reason.trim() }),
    })),
    ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
  }
}
