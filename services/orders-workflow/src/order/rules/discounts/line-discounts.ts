import type { Discount } from '@open-oms/contracts/orders/discount'
import type { OrderForm } from '@open-oms/contracts/orders/order-form'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { type Minor, minus, plus, smaller, sum, times, toMinor, ZERO } from '@open-oms/money/minor'
import { percentageOf } from '@open-oms/money/tax'
import { at, type Terms } from '../context/totals-context.ts'
import { lineKind } from '../lines/line-kinds.ts'
import { isInPackage } from '../packages/package-lines.ts'
import {
  cappedPercentage,
  cappedReward,
  closeAfter,
  type Level,
  mayApply,
  type Promotion,
  type Reducible,
} from './discount-rules.ts'
import { manualPart } from './manual-discounts.ts'
import { pooledReward } from './pooled-rewards.ts'

/** A line on its way through its discounts. */
export type DiscountedLine = Reducible &
  Level & {
    line: OrderLine
    /** Quantity times price, before anything. */
    value: Minor
    /** What discount objects gave, the line's own and the form's. */
    fromObjects: Minor
    /** What discount objects gave and the manual part together: `discounted`. */
    discounted: Minor
    isGift: boolean
    /** What each of `orderLineDiscounts` gave. */
    own: Minor[]
  }

export type LineDiscounts = {
  lines: DiscountedLine[]
  /** The amounts of the form's discounts on lines, by their index in `discounts`. */
  ofForm: Map<number, Minor>
}

/**
 * True for the discounts of a form that reduce lines one by one (money.md#discounts). A gift of any
 * type makes lines free.
 */
export function isLineDiscount({ discountType, rewardType, skuIds }: Discount): boolean {
  if (discountType === 'LineItem') return true
  if (discountType === 'Manual') return skuIds.length > 0 || rewardType === 'Gift'
  return discountType === 'Order' && rewardType === 'Gift'
}

/**
 * Applies the discounts of every line: its own and those of the form that are for lines, in
 * priority order; with equal priority the line's own first, then in list order. `skuIds` are
 * compared with the lines' `code`; without any, all lines but gift cards and tips are meant. Lines
 * that are excluded from promotions are excluded from order discounts only. All of it is of the
 * whole line, cancelled units included.
 */
export function discountLines(form: OrderForm, previous: OrderForm | null, terms: Terms): LineDiscounts {
  const lines = form.lineItems.map((line, index) =>
    at(
      () => `orderForm.lineItems[${index}]`,
      () => undiscountedLine(line, terms),
    ),
  )
  const ofForm = new Map<number, Minor>()
  for (const turn of orderPromotions(form, lines)) takeTurn(turn, ofForm, terms)
  addManualParts(lines, previous, terms)
  if (previous !== null) endGifts(form, previous, lines)
  return { lines, ofForm }
}

function undiscountedLine(line: OrderLine, { exponent }: Terms): DiscountedLine {
  const value = times(line.placedPrice, line.quantity, exponent)
  const own = line.orderLineDiscounts.length === 0 ? [] : line.orderLineDiscounts.map(() => ZERO)
  const { quantity, isGift } = line
  return { line, value, left: value, quantity, fromObjects: ZERO, discounted: ZERO, isGift, isClosed: false, own }
}

type Turn = { promotion: Promotion; lines: DiscountedLine[]; position: number; isOwn: boolean }

function orderPromotions(form: OrderForm, lines: readonly DiscountedLine[]): Turn[] {
  const turns: Turn[] = []
  for (const line of lines) {
    for (const [position, promotion] of line.line.orderLineDiscounts.entries())
      turns.push({ promotion, lines: [line], position, isOwn: true })
  }
  for (const [position, discount] of form.discounts.entries()) {
    if (isLineDiscount(discount)) turns.push({ promotion: discount, lines: coveredBy(discount, lines), position, isOwn: false })
  }
  return turns.length < 2 ? turns : turns.sort((a, b) => a.promotion.priority - b.promotion.priority)
}

function coveredBy(discount: Discount, lines: readonly DiscountedLine[]): DiscountedLine[] {
  // Of a package and its components those that are free are priced elsewhere: as the cheapest of
  // some units they would waste the reward.
  const sold = lines.filter(({ line, value }) => value > 0 || !isInPackage(line))
  if (discount.skuIds.length === 0) return sold.filter(({ line }) => lineKind(line).isDiscounted)
  const skus = new Set<string | null>(discount.skuIds)
  return sold.filter(({ line }) => skus.has(line.code))
}

function takeTurn({ promotion, lines, position, isOwn }: Turn, ofForm: Map<number, Minor>, { exponent }: Terms): void {
  const open = lines.filter((line) => mayApply(promotion, line))
  const amounts = rewardOnLines(promotion, open, exponent)
  for (const [index, line] of open.entries()) {
    const amount = amounts[index] as Minor
    line.left = minus(line.left, amount)
    line.fromObjects = plus(line.fromObjects, amount)
    if (isOwn) line.own[position] = amount
    if (promotion.rewardType === 'Gift') line.isGift = true
    closeAfter(promotion, line, amount)
  }
  if (!isOwn) ofForm.set(position, sum(amounts))
}

function addManualParts(lines: readonly DiscountedLine[], previous: OrderForm | null, { exponent }: Terms): void {
  const isStated = lines.some(({ line }) => line.discounted > 0)
  const stored = isStated && previous !== null ? new Map(previous.lineItems.map((line) => [line.lineItemId, line])) : null
  for (const state of lines) {
    const { line, fromObjects, left } = state
    const before = stored?.get(line.lineItemId)
    const isEcho =
      before !== undefined &&
      line.discounted === before.discounted &&
      line.lineItemDiscountAmount === before.lineItemDiscountAmount
    const echoed = isEcho
      ? { stated: toMinor(before.discounted, exponent), fromObjects: toMinor(before.lineItemDiscountAmount, exponent) }
      : null
    state.discounted = plus(fromObjects, manualPart({ stated: toMinor(line.discounted, exponent), fromObjects, echoed, left }))
  }
}

/** A line that was a gift because of a discount is no gift without that discount. */
function endGifts(form: OrderForm, previous: OrderForm, lines: readonly DiscountedLine[]): void {
  const gifts = lines.filter((state) => state.isGift && !isGiftOfDiscount(form, state.line))
  if (gifts.length === 0) return
  const stored = new Map(previous.lineItems.map((line) => [line.lineItemId, line]))
  for (const state of gifts) {
    const before = stored.get(state.line.lineItemId)
    if (before?.isGift && isGiftOfDiscount(previous, before)) state.isGift = false
  }
}

function isGiftOfDiscount(form: OrderForm, line: OrderLine): boolean {
  const isOwn = line.orderLineDiscounts.some((discount) => discount.rewardType === 'Gift')
  return isOwn || form.discounts.some((discount) => isGiftFor(discount, line))
}

function isGiftFor(discount: Discount, line: OrderLine): boolean {
  if (discount.rewardType !== 'Gift' || !isLineDiscount(discount)) return false
  if (discount.skuIds.length === 0) return lineKind(line).isDiscounted
  return discount.skuIds.some((sku) => sku === line.code)
}

/**
 * What a promotion takes off each of some lines (money.md#discounts): Money is per unit, a
 * percentage applies to the remaining value, MultiBuys and FixedPrice count the units of all lines
 * together. Never more than the remaining value of a line; `maxDiscountAmount` caps the sum. Kit
 * and None reduce nothing: the price of a kit is in its lines.
 */
function rewardOnLines(promotion: Promotion, lines: readonly Reducible[], exponent: number): Minor[] {
  return cappedReward(promotion, uncappedOnLines(promotion, lines, exponent), exponent)
}

function uncappedOnLines(promotion: Promotion, lines: readonly Reducible[], exponent: number): Minor[] {
  switch (promotion.rewardType) {
    case 'Money':
      return lines.map((line) => smaller(line.left, times(promotion.discountValue, line.quantity, exponent)))
    case 'Percentage':
      return lines.map((line) => percentageOf(line.left, cappedPercentage(promotion.discountValue)))
    case 'Free':
    case 'Gift':
      return lines.map((line) => line.left)
    case 'FixedPrice':
    case 'MultiBuys':
      return pooledReward(promotion, lines, exponent)
    default:
      return lines.map(() => ZERO)
  }
}
