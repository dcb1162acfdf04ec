import type { OrderLine } from '@open-oms/contracts/orders/order-line'

/**
 * A line of a return form for a line of an order: `quantity` units, all delivered and returned
 * (returns.md#return-creation).
 */
export function toReturnedLine(line: OrderLine, { quantity, now }: { quantity: number; now: string }): OrderLine {
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
