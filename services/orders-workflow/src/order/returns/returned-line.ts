import type { OrderLine } from '@oms/contracts/orders/order-line'

/**
 * A line of a return form: the order's line as goods that come back (returns.md#return-creation).
 * `quantity` units of it were delivered, and all of them return.
 */
export function returnedLineOf(line: OrderLine, { quantity, now }: { quantity: number; now: string }): OrderLine {
  return {
    ...line,
    quantity,
    deliveredQuantity: quantity,
    returnQuantity: quantity,
    canceledQuantity: 0,
    readyForPickupQuantity: null,
    reservedInventoryQuantity: 0,
    creditedAmount: 0,
    orderLineDiscounts: [],
    updateStock: false,
    returnReason: null,
    returnType: null,
    returnDate: now,
  }
}
