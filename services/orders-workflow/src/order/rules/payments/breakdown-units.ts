import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderForm } from '@open-oms/contracts/orders/order-form'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { BreakdownKind } from '@open-oms/contracts/orders/payment-event-data'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { larger, type Minor, minus, plus, times, toMinor, ZERO } from '@open-oms/money/minor'
import { taxIn } from '@open-oms/money/tax'
import type { Terms } from '../context/totals-context.ts'
import { lineKind, lineTaxRate } from '../lines/line-kinds.ts'
import { formCharges } from '../totals/form-charges.ts'
import { activeQuantity } from '../totals/line-totals.ts'

/**
 * One item of an order that payments pay for: a line in a shipment, a shipment's shipping,
 * handling, rounding. Amounts include tax and are in minor units.
 */
export type BreakdownUnit = {
  kind: BreakdownKind
  lineItemId: string | null
  shipmentId: string | null
  vatRate: number | null
  taxGroupCode: string | null
  isRental: boolean
  /** Before discounts. */
  gross: Minor
  grossTax: Minor
  /** The discounts of the line and the order, not negative. */
  discount: Minor
  discountTax: Minor
  /** `gross − discount`: the price to pay. It may be negative for a rounding. */
  worth: Minor
  /** The cost of the goods for the seller. */
  cost: Minor
  /** The warehouse that sends the goods; null when unknown. */
  warehouseCode: string | null
}

type PlacedLine = { line: OrderLine; shipmentId: string | null; warehouseCode: string | null }

/**
 * The copies of the lines in the shipments; the lines of the order form when there is no shipment.
 */
function placedLines({ lineItems, shipments }: OrderForm): PlacedLine[] {
  if (shipments.length === 0) return lineItems.map((line) => ({ line, shipmentId: null, warehouseCode: null }))
  return shipments.flatMap(({ lineItems: lines, shipmentId, warehouseCode }) =>
    lines.map((line) => ({ line, shipmentId, warehouseCode })),
  )
}

/**
 * The units of an order, in the order of its shipments and lines: their worth sums to the form's
 * `total`. Expects an order that `calculateTotals` returned.
 */
export function breakdownUnits({ orderForm: form, returnOrderForms }: Order, terms: Terms): BreakdownUnit[] {
  const lines = placedLines(form).map((placed) => lineUnit(placed, terms))
  const units = [...lines, ...form.shipments.map((shipment) => shippingUnit(shipment, terms)), ...formUnits(form, terms)]
  // A return may round its own refund of an order without rounding.
  const isRounded = returnOrderForms.some(({ grossRoundoff }) => grossRoundoff)
  return units.filter(({ gross, kind }) => gross !== 0 || (isRounded && kind === 'Rounding'))
}

/**
 * Lines of other kinds than Sales count after discounts: a discount entry is always one on sales.
 */
function lineUnit({ line, shipmentId, warehouseCode }: PlacedLine, terms: Terms): BreakdownUnit {
  const full = times(line.placedPrice, activeQuantity(line), terms.exponent)
  const worth = toMinor(line.extendedPrice, terms.exponent)
  const tax = toMinor(line.taxTotal, terms.exponent)
  const { breakdown: kind, isTaxed, isRental } = lineKind(line)
  const vatRate = lineTaxRate(line, terms.taxRate)
  const discount = kind === 'Sales' ? larger(ZERO, minus(full, worth)) : ZERO
  const discountTax = taxIn(discount, vatRate ?? 0)
  return {
    kind,
    lineItemId: line.lineItemId,
    shipmentId,
    vatRate,
    taxGroupCode: isTaxed ? lineTaxGroup(line) : null,
    isRental,
    gross: plus(worth, discount),
    grossTax: isTaxed ? plus(tax, discountTax) : ZERO,
    discount,
    discountTax,
    worth,
    cost: times(line.cost, activeQuantity(line), terms.exponent),
    warehouseCode,
  }
}

/**
 * The tax group that the catalogue gave the product is in a property of the line: the line has no
 * field for it.
 */
function lineTaxGroup({ properties }: OrderLine): string | null {
  return properties.find(({ key }) => key === 'TaxGroupCode')?.value ?? null
}

/** Handling is shipping without a shipment. */
export function isHandling({ kind, shipmentId }: BreakdownUnit): boolean {
  return kind === 'Shipping' && shipmentId === null
}

const nowhere = { lineItemId: null, shipmentId: null, warehouseCode: null }
const plain = { ...nowhere, taxGroupCode: null, isRental: false, discount: ZERO, discountTax: ZERO, cost: ZERO }

function shippingUnit({ shipmentId, shippingTax, shippingTotal, shipmentTaxRate }: Shipment, terms: Terms): BreakdownUnit {
  const worth = toMinor(shippingTotal, terms.exponent)
  const grossTax = toMinor(shippingTax, terms.exponent)
  const vatRate = shipmentTaxRate ?? terms.taxRate
  return { ...plain, kind: 'Shipping', shipmentId, vatRate, gross: worth, grossTax, worth }
}

function formUnits(form: OrderForm, { exponent, taxRate }: Terms): BreakdownUnit[] {
  const { handling, rounding } = formCharges(form, exponent)
  const handlingTax = toMinor(form.orderLevelTax, exponent)
  return [
    { ...plain, kind: 'Shipping', vatRate: taxRate, gross: handling, grossTax: handlingTax, worth: handling },
    { ...plain, kind: 'Rounding', vatRate: null, gross: rounding, grossTax: ZERO, worth: rounding },
  ]
}
