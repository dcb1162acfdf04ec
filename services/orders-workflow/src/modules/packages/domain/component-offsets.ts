import type { OrderLine } from '@oms/contracts/orders/order-line'
import { sumOfAmounts } from '@oms/money/minor'

export type OfferTerms = { marketId: string | null; currency: string }

/**
 * What the selected options add to the price of one package in a market
 * (components.md#component-options, packages.md#component-selection).
 */
export function offsetOf({ components }: Pick<OrderLine, 'components'>, { marketId, currency }: OfferTerms): number {
  const offsets = components.flatMap(({ options, skuId, productId }) => {
    if (skuId === null) return []
    const option = options.find((one) => one.skuId === skuId) ?? options.find((one) => !one.skuId && one.productId === productId)
    return option?.priceOffsets ?? []
  })
  const counting = offsets.filter((offset) => offset.marketId === marketId && (!offset.currency || offset.currency === currency))
  return sumOfAmounts(counting.map(({ amount }) => amount))
}
