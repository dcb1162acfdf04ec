import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { larger, type Minor, minus, proportion, smaller, sum, toMinor, ZERO } from '@open-oms/money/minor'
import { shares } from '@open-oms/money/shares'
import { isStatusIn } from '../context/return-type.ts'
import type { Terms, TotalsContext } from '../context/totals-context.ts'
import { lineKind } from '../lines/line-kinds.ts'
import { type CreditedShipping, type ShippingCharge, shippingCredits } from './shipping-credits.ts'
import type { TaxedAmount } from './taxed-amount.ts'

/** What a return form credits of a part of its order, after return charges, with its tax. */
export type FormCredit = TaxedAmount & {
  part: CreditedPart
  /** Null where it has no tax. */
  rate: number | null
}

/**
 * A part of an order: a line in all its shipments, the shipping of a shipment, the handling, the
 * rounding.
 */
export type CreditedPart = string

/** The names of parts. */
export const creditedPart = {
  line: (lineItemId: string | null): CreditedPart => `Line ${lineItemId}`,
  shipping: (shipmentId: string | null): CreditedPart => `Shipping ${shipmentId}`,
  handling: 'Handling',
  rounding: 'Rounding',
}

/** The lines and the shipping that were sold, and which forms are cancelled. */
type SoldItems = {
  lineItems: readonly OrderLine[]
  shipping: readonly ShippingCharge[]
  isCanceled: (status: string | null) => boolean
}

/**
 * What each return form of a calculated order credits (returns.md#return-totals): form totals,
 * credit notes and allocations, thus ledger and Z-reports, have these amounts and no others.
 */
export function creditsOfForms(
  { orderForm, returnOrderForms }: Pick<Order, 'orderForm' | 'returnOrderForms'>,
  { canceledStatuses, terms }: Pick<TotalsContext, 'canceledStatuses'> & { terms: Terms },
): ReadonlyMap<ReturnOrderForm, readonly FormCredit[]> {
  const shipping = orderForm.shipments.map(({ shipmentId, shippingTotal, shipmentTaxRate }) => ({
    ...{ shipmentId, total: toMinor(shippingTotal, terms.exponent), rate: shipmentTaxRate ?? terms.taxRate },
  }))
  const credited = { lineItems: orderForm.lineItems, shipping, isCanceled: isStatusIn(canceledStatuses) }
  const credits = formCredits(returnOrderForms, credited, terms)
  return new Map(returnOrderForms.map((form, index) => [form, credits[index] ?? []]))
}

/**
 * What forms credit whose `total`, lines, shipping and handling are calculated, with the tax before
 * charges: each amount less its share of the charges, with its tax. They sum to `total`.
 */
export function formCredits(forms: readonly ReturnOrderForm[], credited: SoldItems, terms: Terms): FormCredit[][] {
  const { exponent, taxRate } = terms
  const minor = (amount: number | null) => toMinor(amount ?? 0, exponent)
  const ofShipping = shippingCredits(
    forms.map((form): CreditedShipping => {
      const [amount, net] = [minor(form.shippingTotal), minor(form.shippingSubTotalExclTax)]
      const rate = form.shipments[0]?.shipmentTaxRate ?? taxRate
      return { amount, tax: minus(amount, net), rate, isCanceled: credited.isCanceled(form.status) }
    }),
    credited.shipping,
  )
  const sold = new Map(credited.lineItems.map((line) => [line.lineItemId, line]))
  return forms.map((form, index) => {
    const ofLines = form.lineItems.map((line) => {
      const { lineItemId, extendedPrice, taxTotal } = line
      const taxed = withSoldTax(line, sold.get(lineItemId))
      const rate = isTaxedLine(taxed) ? (taxed.taxRate ?? taxRate) : null
      return { part: creditedPart.line(lineItemId), rate, amount: minor(extendedPrice), tax: minor(taxTotal) }
    })
    const ofShipments = (ofShipping[index] ?? []).map(({ shipmentId, ...credit }) => {
      return { part: creditedPart.shipping(shipmentId), ...credit }
    })
    const [amount, tax] = [minor(form.handlingTotal), minor(form.orderLevelTax)]
    const credits = [...ofLines, ...ofShipments, { part: creditedPart.handling, rate: taxRate, amount, tax }]
    return afterCharges(credits, { total: minor(form.total), roundoff: minor(form.grossRoundoff) })
  })
}

/**
 * What charges leave of credits and of a rounding: they are taken off the credits in proportion,
 * with their tax, and off the rounding only what exceeds all credits.
 */
function afterCharges(credits: readonly FormCredit[], { total, roundoff }: { total: Minor; roundoff: Minor }): FormCredit[] {
  const amounts = credits.map(({ amount }) => amount)
  const rounding = larger(minus(total, sum(amounts)), smaller(total, roundoff))
  const parts = shares(minus(total, rounding), amounts)
  const left = credits.map((credit, index) => {
    const amount = parts[index] as Minor
    return { ...credit, amount, tax: amount === 0 ? ZERO : proportion(credit.tax, amount, credit.amount) }
  })
  return [...left, { part: creditedPart.rounding, rate: null, amount: rounding, tax: ZERO }]
}

/**
 * Whether a line has tax. A gift card or tip has none, unless amounts of another system say so
 * (orders.md#order-import).
 */
export function isTaxedLine(line: OrderLine): boolean {
  return lineKind(line).isTaxed || line.taxTotal !== 0
}

/** The line of a form with what decides its tax; the sold line has what the form leaves out. */
export function withSoldTax(line: OrderLine, sold: OrderLine | undefined): OrderLine {
  return { ...line, taxRate: line.taxRate ?? sold?.taxRate ?? null, productType: line.productType || (sold?.productType ?? null) }
}
