import type { Discount } from '@open-oms/contracts/orders/discount'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { sumOfAmounts } from '@open-oms/money/minor'

/** Two shipments between which a cost moves. */
export type CostMove = { from: Shipment; to: Shipment }

/** Whether the shipment has a shipping cost or a discount on it. */
export function hasShippingCost({ shippingSubTotal, discounts }: Shipment): boolean {
  return shippingSubTotal !== 0 || discounts.length > 0
}

/**
 * Moves the whole shipping cost from one shipment to another, with its discounts; the total
 * shipping cost stays the same (lines.md#shipping-cost-of-a-split). Where the other has its own
 * cost, the discounts of both become fixed amounts: a percentage must not apply to the other's
 * cost.
 */
export function withMovedCost({ from, to }: CostMove): CostMove {
  if (!hasShippingCost(from)) return { from, to }
  const { shippingSubTotal, shippingDiscountAmount, discounts, shipmentTaxRate } = from
  const cost = hasShippingCost(to)
    ? {
        shippingSubTotal: sumOfAmounts([to.shippingSubTotal, shippingSubTotal]),
        shippingDiscountAmount: sumOfAmounts([to.shippingDiscountAmount, shippingDiscountAmount]),
        discounts: [...to.discounts, ...discounts].map(asAmount),
      }
    : { shippingSubTotal, shippingDiscountAmount, discounts, shipmentTaxRate }
  return { from: { ...from, shippingSubTotal: 0, shippingDiscountAmount: 0, discounts: [] }, to: { ...to, ...cost } }
}

function asAmount(discount: Discount): Discount {
  return { ...discount, rewardType: 'Money', discountValue: discount.discountAmount, maxDiscountAmount: 0, alwaysApply: true }
}
