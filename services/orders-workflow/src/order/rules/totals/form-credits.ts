import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { larger, type Minor, minus, proportion, smaller, sum, toMinor, ZERO } from '@open-oms/money/minor'
import { shares } from '@open-oms/money/shares'
import { isStatusIn } from '../context/return-type.ts'
import type { Terms, TotalsContext } from '../context/totals-context.ts'
import { lineKind } from '../lines/line-kinds.ts'
import { type SoldParts, withCreditedAmounts } from './credited-amounts.ts'
import { creditedPart, type FormCredit } from './credited-parts.ts'
import { formCharges } from './form-charges.ts'
import { type CreditedShipping, type ShippingCharge, shippingCredits } from './shipping-credits.ts'
import type { TaxedAmount } from './taxed-amount.ts'

/** What was sold, how it was paid, and which forms are cancelled. */
export type SoldItems = {
  lines: readonly (TaxedAmount & { line: OrderLine })[]
  /** The shipping of the shipments that are not cancelled whole. */
  shipping: readonly ShippingCharge[]
  handling: TaxedAmount
} & Omit<SoldParts, 'parts'>

/**
 * What each return form of a calculated order credits (returns.md#return-totals): form totals,
 * credit notes and allocations, thus ledger and Z-reports, have these amounts and no others.
 */
export function creditsOfForms(
  { orderForm, returnOrderForms }: Pick<Order, 'orderForm' | 'returnOrderForms'>,
  { canceledStatuses, terms }: Pick<TotalsContext, 'canceledStatuses'> & { terms: Terms },
): ReadonlyMap<ReturnOrderForm, readonly FormCredit[]> {
  const minor = (amount: number) => toMinor(amount, terms.exponent)
  const { handling, rounding } = formCharges(orderForm, terms.exponent)
  const sold = {
    lines: orderForm.lineItems.map((line) => ({ line, amount: minor(line.extendedPrice), tax: minor(line.taxTotal) })),
    shipping: orderForm.shipments.map(({ shipmentId, shippingTotal, shippingTax, shipmentTaxRate }) => {
      return { shipmentId, total: minor(shippingTotal), tax: minor(shippingTax), rate: shipmentTaxRate ?? terms.taxRate }
    }),
    handling: { amount: handling, tax: minor(orderForm.orderLevelTax) },
    rounding,
    payments: orderForm.payments,
    isCanceled: isStatusIn(canceledStatuses),
  }
  const credits = formCredits(returnOrderForms, sold, terms)
  return new Map(returnOrderForms.map((form, index) => [form, credits[index] ?? []]))
}

/**
 * What forms credit whose `total`, lines, shipping and handling are calculated, with the tax before
 * charges: each amount less its share of the charges, with its tax. They sum to `total`.
 */
export function formCredits(forms: readonly ReturnOrderForm[], items: SoldItems, terms: Terms): FormCredit[][] {
  const { exponent, taxRate } = terms
  const minor = (amount: number | null) => toMinor(amount ?? 0, exponent)
  const ofShipping = shippingCredits(
    forms.map((form): CreditedShipping => {
      const [amount, net] = [minor(form.shippingTotal), minor(form.shippingSubTotalExclTax)]
      const rate = form.shipments[0]?.shipmentTaxRate ?? taxRate
      return { amount, tax: minus(amount, net), rate, isCanceled: items.isCanceled(form.status) }
    }),
    items.shipping,
  )
  const sold = new Map(items.lines.map(({ line }) => [line.lineItemId, line]))
  const credits = forms.map((form, index) => {
    const ofLines = form.lineItems.map((line) => {
      const { lineItemId, extendedPrice, taxTotal } = line
      const rate = rateOf(withSoldTax(line, sold.get(lineItemId)), taxRate)
      return { part: creditedPart.line(lineItemId), rate, amount: minor(extendedPrice), tax: minor(taxTotal) }
    })
    const ofShipments = (ofShipping[index] ?? []).map(({ shipmentId, ...credit }) => {
      return { part: creditedPart.shipping(shipmentId), ...credit }
    })
    const [amount, tax] = [minor(form.handlingTotal), minor(form.orderLevelTax)]
    const own = [...ofLines, ...ofShipments, { part: creditedPart.handling, rate: taxRate, amount, tax }]
    return afterCharges(own, { total: minor(form.total), roundoff: minor(form.grossRoundoff) })
  })
  return withCreditedAmounts(forms, credits, soldParts(items, taxRate))
}

function soldParts({ lines, shipping, handling, ...sold }: SoldItems, taxRate: number): SoldParts {
  const parts = [
    ...lines.map(({ line, amount, tax }) => {
      return { part: creditedPart.line(line.lineItemId), rate: rateOf(line, taxRate), amount, tax }
    }),
    ...shipping.map(({ shipmentId, total, tax, rate }) => ({
      part: creditedPart.shipping(shipmentId),
      rate,
      amount: total,
      tax,
    })),
    { part: creditedPart.handling, rate: taxRate, ...handling },
  ]
  return { ...sold, parts }
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

function rateOf(line: OrderLine, marketRate: number): number | null {
  return isTaxedLine(line) ? (line.taxRate ?? marketRate) : null
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
