import type { Discount } from '@oms/contracts/orders/discount'
import type { Shipment } from '@oms/contracts/orders/shipment'
import { sumOfAmounts } from '@oms/money/minor'

/** Two shipments between which a cost moves. */
export type CostMove = { from: Shipment; to: Shipment }

/** Whether the shipment costs anything to ship, or gave a discount on it. */
export function hasShippingCost({ shippingSubTotal, discounts }: Shipment): boolean {
  return shippingSubTotal !== 0 || discounts.length > 0
}

/**
 * Moves the whole shipping cost from one shipment to another, with its discounts, so that what shipping costs in all stays what it was (lines.md#shipping-cost-of-a-split).
 * Where the other has a cost of its own, the discounts of both become the amounts that they gave: a percentage must not reach the cost of
 * the other.
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
