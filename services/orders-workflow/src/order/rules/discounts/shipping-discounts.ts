import type { Discount } from '@open-oms/contracts/orders/discount'
import type { OrderForm } from '@open-oms/contracts/orders/order-form'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { larger, type Minor, minus, plus, smaller, sum, toMinor, ZERO } from '@open-oms/money/minor'
import { shares } from '@open-oms/money/shares'
import { percentageOf } from '@open-oms/money/tax'
import type { Terms } from '../context/totals-context.ts'
import { isShippingDropped } from '../lines/canceled-lines.ts'
import { cappedPercentage, cappedReward, closeAfter, type Level, mayApply } from './discount-rules.ts'
import { manualPart } from './manual-discounts.ts'

/** A shipment on its way through the discounts of its shipping cost. */
export type DiscountedShipping = Level & {
  shipment: Shipment
  /** `shippingSubTotal`, before anything. */
  subTotal: Minor
  left: Minor
  /** What discount objects gave, the shipment's own and the form's. */
  fromObjects: Minor
  /** With the manual part: `shippingDiscountAmount`. */
  discounted: Minor
  /** What each of the shipment's `discounts` gave. */
  own: Minor[]
  /** It is cancelled whole: its shipping costs nothing, and discounts skip it. */
  isDropped: boolean
}

export type ShippingDiscounts = {
  shipments: DiscountedShipping[]
  /** The amounts of the form's discounts on shipping, by their index in `discounts`. */
  ofForm: Map<number, Minor>
}

/**
 * Applies the discounts of shipping (money.md#shipping-discounts): each shipment's own, which are
 * Shipping, Manual or of no type, and the form's Shipping discounts, in priority order; with equal
 * priority the shipment's own first. Money and FixedPrice are for all shipments together, a
 * percentage is of what earlier ones left, Free and Gift are all of it, MultiBuys has no meaning
 * here.
 */
export function discountShipping(form: OrderForm, previous: OrderForm | null, terms: Terms): ShippingDiscounts {
  const result = giveDiscounts(form, terms)
  addManualParts(result.shipments, previous, terms)
  return result
}

function giveDiscounts(form: OrderForm, terms: Terms): ShippingDiscounts {
  const shipments = form.shipments.map((shipment): DiscountedShipping => {
    const subTotal = toMinor(shipment.shippingSubTotal, terms.exponent)
    const own = shipment.discounts.map(() => ZERO)
    const isDropped = isShippingDropped(form, shipment)
    return { shipment, subTotal, left: subTotal, fromObjects: ZERO, discounted: ZERO, isClosed: false, own, isDropped }
  })
  const ofForm = new Map<number, Minor>()
  for (const turn of orderShippingDiscounts(form, shipments)) takeTurn(turn, ofForm, terms)
  return { shipments, ofForm }
}

type Turn = { discount: Discount; shipments: DiscountedShipping[]; position: number; isOwn: boolean }

function orderShippingDiscounts(form: OrderForm, shipments: readonly DiscountedShipping[]): Turn[] {
  const own = shipments.flatMap((state) =>
    state.shipment.discounts.map((discount, position): Turn => ({ discount, shipments: [state], position, isOwn: true })),
  )
  const ofForm = form.discounts.map(
    (discount, position): Turn => ({ discount, shipments: [...shipments], position, isOwn: false }),
  )
  const turns = [
    ...own.filter(({ discount }) => isOwnDiscount(discount)),
    ...ofForm.filter(({ discount }) => discount.discountType === 'Shipping'),
  ]
  return turns.sort((a, b) => a.discount.priority - b.discount.priority)
}

function isOwnDiscount({ discountType }: Discount): boolean {
  return discountType === null || discountType === 'Shipping' || discountType === 'Manual'
}

function takeTurn({ discount, shipments, position, isOwn }: Turn, ofForm: Map<number, Minor>, { exponent }: Terms): void {
  const open = shipments.filter((state) => !state.isDropped && mayApply(discount, state))
  const amounts = cappedReward(discount, rewardOnShipping(discount, open, exponent), exponent)
  for (const [index, state] of open.entries()) {
    const amount = amounts[index] as Minor
    state.left = minus(state.left, amount)
    state.fromObjects = plus(state.fromObjects, amount)
    if (isOwn) state.own[position] = amount
    closeAfter(discount, state, amount)
  }
  if (!isOwn) ofForm.set(position, sum(amounts))
}

function rewardOnShipping(discount: Discount, shipments: readonly DiscountedShipping[], exponent: number): Minor[] {
  switch (discount.rewardType) {
    case 'Money':
      return spread(toMinor(discount.discountValue, exponent), shipments)
    case 'Percentage':
      return shipments.map(({ left }) => percentageOf(left, cappedPercentage(discount.discountValue)))
    case 'Free':
    case 'Gift':
      return shipments.map(({ left }) => left)
    case 'FixedPrice': {
      if (discount.promotionFixedPriceReward === null) return shipments.map(() => ZERO)
      const price = toMinor(discount.promotionFixedPriceReward.fixedPricePrice, exponent)
      return spread(larger(ZERO, minus(sum(shipments.map(({ left }) => left)), price)), shipments)
    }
    default:
      return shipments.map(() => ZERO)
  }
}

/**
 * Spreads an amount over shipments in proportion to their `shippingSubTotal`. What a shipment
 * cannot take, because earlier discounts left less of it than its share, goes to the others in the
 * same way.
 */
function spread(amount: Minor, shipments: readonly DiscountedShipping[]): Minor[] {
  const capacities = shipments.map(({ left }) => left)
  const fromObjects = shipments.map(() => ZERO)
  let rest = smaller(amount, sum(capacities))
  while (rest > 0) {
    const parts = shares(
      rest,
      shipments.map(({ subTotal }, index) => ((capacities[index] ?? ZERO) > 0 ? subTotal : ZERO)),
    )
    for (const [index, part] of parts.entries()) {
      const taken = smaller(part, capacities[index] as Minor)
      capacities[index] = minus(capacities[index] as Minor, taken)
      fromObjects[index] = plus(fromObjects[index] as Minor, taken)
      rest = minus(rest, taken)
    }
  }
  return fromObjects
}

function addManualParts(shipments: readonly DiscountedShipping[], previous: OrderForm | null, terms: Terms): void {
  const isStated = shipments.some(({ shipment }) => shipment.shippingDiscountAmount > 0)
  // What stored objects gave is not part of a shipment's document; the same calculation on the
  // stored order gives it again.
  const before = isStated && previous !== null ? giveDiscounts(previous, terms).shipments : []
  const stored = new Map(before.map((state) => [state.shipment.shipmentId, state]))
  for (const state of shipments) {
    const { shipment, fromObjects, left } = state
    const known = stored.get(shipment.shipmentId)
    const stated = toMinor(shipment.shippingDiscountAmount, terms.exponent)
    const isEcho = known !== undefined && known.shipment.shippingDiscountAmount === shipment.shippingDiscountAmount
    const echoed = isEcho ? { stated, fromObjects: known.fromObjects } : null
    state.discounted = plus(fromObjects, manualPart({ stated, fromObjects, echoed, left }))
  }
}
