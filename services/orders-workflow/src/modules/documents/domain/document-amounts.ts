import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { larger, type Minor, minus, plus, sum, times, toMinor, ZERO } from '@open-oms/money/minor'
import type { Terms } from '../../../order/rules/context/totals-context.ts'
import { isShippingDropped } from '../../../order/rules/lines/canceled-lines.ts'
import { formCharges } from '../../../order/rules/totals/form-charges.ts'
import { isTaxedLine } from '../../../order/rules/totals/form-credits.ts'
import { activeQuantity } from '../../../order/rules/totals/line-totals.ts'

/** The scope of a document: an order, or one shipment of it. */
export type DocumentScope = { order: Order; shipment: Shipment | null; terms: Terms }

/** The lines in scope that are not completely cancelled, in their order. */
export function activeLines({ order, shipment }: Pick<DocumentScope, 'order' | 'shipment'>): OrderLine[] {
  return (shipment ?? order.orderForm).lineItems.filter((line) => activeQuantity(line) > 0)
}

/**
 * The price of a line after its own discounts and before its share of the order's, and the amount
 * of its own discounts.
 */
export function lineAmount(line: OrderLine, { exponent }: Terms): { amount: Minor; discount: Minor } {
  const amount = toMinor(line.discountedPrice, exponent)
  const full = times(line.placedPrice, activeQuantity(line), exponent)
  // Where shipments share a line, rounding remainders may bring a part above its full price.
  return { amount, discount: larger(ZERO, minus(full, amount)) }
}

export type DocumentTotals = {
  /** After the discounts of the lines. */
  goods: Minor
  orderDiscount: Minor
  shipping: Minor
  shippingDiscount: Minor
  handling: Minor
  rounding: Minor
  /** `goods − orderDiscount + shipping − shippingDiscount + handling + rounding`, tax included. */
  total: Minor
  tax: Minor
  /** The amount that return forms subtract from the total. */
  returned: Minor
}

/**
 * The totals of a document. Handling, rounding and returns belong to the order: a shipment has
 * none.
 */
export function documentTotals({ order, shipment, terms: { exponent } }: DocumentScope): DocumentTotals {
  const { orderForm: form } = order
  const minor = (amount: number) => toMinor(amount, exponent)
  const { lineItems } = shipment ?? form
  const lines = {
    goods: sum(lineItems.map((line) => minor(line.discountedPrice))),
    orderDiscount: sum(lineItems.map((line) => minor(line.orderDiscountAmount))),
  }
  if (shipment !== null) {
    return {
      ...lines,
      shipping: isShippingDropped(form, shipment) ? ZERO : minor(shipment.shippingSubTotal),
      shippingDiscount: isShippingDropped(form, shipment) ? ZERO : minor(shipment.shippingDiscountAmount),
      handling: ZERO,
      rounding: ZERO,
      total: minor(shipment.total),
      tax: minor(shipment.taxTotal),
      returned: ZERO,
    }
  }
  return {
    ...lines,
    shipping: minor(form.shippingSubTotal),
    shippingDiscount: minor(form.shippingDiscountTotal),
    ...formCharges(form, exponent),
    total: minor(form.total),
    tax: minor(form.taxTotal),
    returned: minus(minor(form.total), minor(order.netTotal)),
  }
}

/** The amounts of one tax rate. `rate` is null for untaxed amounts: rounding. */
export type VatRow = { rate: number | null; net: Minor; vat: Minor; gross: Minor }

/** An amount including tax. */
export type TaxRateAmount = { rate: number | null; gross: Minor; vat: Minor }

/**
 * The VAT table: a row per rate, the highest first, of lines, shipping and handling; rounding last.
 * The rows sum exactly to the total without gift cards and tips, which have no tax, and to its tax.
 */
export function vatRows(scope: DocumentScope): VatRow[] {
  return toVatRows([
    ...(scope.shipment ?? scope.order.orderForm).lineItems.filter(isTaxedLine).map((line) => taxedLine(line, scope.terms)),
    ...taxedShipping(scope),
    ...taxedOfForm(scope),
  ])
}

/** Amounts by their rate, the highest first; untaxed ones last. */
export function toVatRows(amounts: readonly TaxRateAmount[]): VatRow[] {
  const rows = new Map<number | null, VatRow>()
  for (const { rate, gross, vat } of amounts) {
    if (gross === 0 && vat === 0) continue
    const row = rows.get(rate) ?? { rate, net: ZERO, vat: ZERO, gross: ZERO }
    rows.set(rate, { rate, net: plus(row.net, minus(gross, vat)), vat: plus(row.vat, vat), gross: plus(row.gross, gross) })
  }
  return [...rows.values()].sort((a, b) => (b.rate ?? -1) - (a.rate ?? -1))
}

/** The amount of a line with its tax. */
function taxedLine({ taxRate: rate, extendedPrice, taxTotal }: OrderLine, { exponent, taxRate }: Terms): TaxRateAmount {
  return { rate: rate ?? taxRate, gross: toMinor(extendedPrice, exponent), vat: toMinor(taxTotal, exponent) }
}

function taxedShipping({ order, shipment, terms }: DocumentScope): TaxRateAmount[] {
  const shipments = shipment === null ? order.orderForm.shipments : [shipment]
  return shipments.map(({ shipmentTaxRate, shippingTotal, shippingTax }) => ({
    rate: shipmentTaxRate ?? terms.taxRate,
    gross: toMinor(shippingTotal, terms.exponent),
    vat: toMinor(shippingTax, terms.exponent),
  }))
}

function taxedOfForm({ order: { orderForm: form }, shipment, terms: { exponent, taxRate } }: DocumentScope): TaxRateAmount[] {
  if (shipment !== null) return []
  const { handling, rounding } = formCharges(form, exponent)
  return [
    { rate: taxRate, gross: handling, vat: toMinor(form.orderLevelTax, exponent) },
    { rate: null, gross: rounding, vat: ZERO },
  ]
}
