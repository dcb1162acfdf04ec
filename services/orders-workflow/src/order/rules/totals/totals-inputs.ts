import type { Discount } from '@open-oms/contracts/orders/discount'
import type { OrderDraft } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { collectProblems, type Problems } from '@open-oms/contracts/problems'

/**
 * Checks the amounts that totals are calculated from: none of them is negative, and rates are
 * percentages. `grossRoundoff` may have either sign. Raises `ValidationFailed` naming every bad
 * path.
 */
export function checkTotalsInputs(order: OrderDraft): void {
  const form = order.orderForm
  const problems = collectProblems()
  for (let index = 0; index < form.lineItems.length; index++) checkLine(form.lineItems[index] as OrderLine, index, problems)
  for (const [index, shipment] of form.shipments.entries()) checkShipment(shipment, index, problems)
  checkDiscounts(form.discounts, 'orderForm.discounts', problems)
  if (form.handlingTotal < 0) problems.add('orderForm.handlingTotal', NEGATIVE)
  problems.throwIfAny()
}

const NEGATIVE = 'must not be negative'

function isRate(rate: number | null): boolean {
  return rate === null || (rate >= 0 && rate <= 100)
}

function checkLine(line: OrderLine, index: number, problems: Problems): void {
  const isFine = line.placedPrice >= 0 && isRate(line.taxRate) && line.orderLineDiscounts.length === 0
  // The path is a text of its own per line: made only for the lines that need one.
  if (!isFine) checkLineInputs(line, `orderForm.lineItems[${index}]`, problems)
}

/** Checks the amounts of one line; `path` names it. */
export function checkLineInputs(line: OrderLine, path: string, problems: Problems): void {
  if (line.placedPrice < 0) problems.add(`${path}.placedPrice`, NEGATIVE)
  if (!isRate(line.taxRate)) problems.add(`${path}.taxRate`, 'must be from 0 to 100')
  checkDiscounts(line.orderLineDiscounts, `${path}.orderLineDiscounts`, problems)
}

function checkShipment(shipment: Shipment, index: number, problems: Problems): void {
  const path = `orderForm.shipments[${index}]`
  if (shipment.shippingSubTotal < 0) problems.add(`${path}.shippingSubTotal`, NEGATIVE)
  if (!isRate(shipment.shipmentTaxRate)) problems.add(`${path}.shipmentTaxRate`, 'must be from 0 to 100')
  checkDiscounts(shipment.discounts, `${path}.discounts`, problems)
}

type Inputs = Pick<Discount, 'discountValue' | 'promotionFixedPriceReward' | 'promotionMultiBuyReward'>

function checkDiscounts(discounts: readonly Inputs[], path: string, problems: Problems): void {
  for (const [index, discount] of discounts.entries()) {
    const at = `${path}[${index}]`
    if (discount.discountValue < 0) problems.add(`${at}.discountValue`, NEGATIVE)
    if ((discount.promotionFixedPriceReward?.fixedPricePrice ?? 0) < 0) {
      problems.add(`${at}.promotionFixedPriceReward.fixedPricePrice`, NEGATIVE)
    }
    if ((discount.promotionMultiBuyReward?.percentage ?? 0) < 0)
      problems.add(`${at}.promotionMultiBuyReward.percentage`, NEGATIVE)
  }
}
