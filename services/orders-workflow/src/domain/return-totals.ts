import type { OrderLine } from '@oms/contracts/orders/order-line'
import type { ReturnOrderForm } from '@oms/contracts/orders/returns'
import { larger, type Minor, minus, negated, plus, ratio, smaller, sum, times, toAmount, toMinor, ZERO } from '@oms/money/minor'
import { taxIn } from '@oms/money/tax'
import { activeQuantity, type LineFigures, lineAmounts } from './line-totals.ts'
import { isFullyRefunded, paymentTotals } from './payment-totals.ts'
import { sumOfQuantities } from './quantities.ts'
import { at, type Terms } from './totals-context.ts'

/** An order's line as returns see it. */
type SoldLine = { line: OrderLine; figures: LineFigures }

export type ReturnTotals = {
  forms: ReturnOrderForm[]
  /** What the forms credit of each line, by line id. */
  creditedByLine: ReadonlyMap<string | null, Minor>
  /** Sums over the forms that are not cancelled. */
  total: Minor
  taxTotal: Minor
  shippingCredited: Minor
}

type Returns = {
  sold: ReadonlyMap<string | null, SoldLine>
  /** Units of each line in the forms so far. */
  returned: Map<string | null, number>
  credited: Map<string | null, Minor>
}

/**
 * Totals of return forms; all of them are positive (4-decisions D.6, G). A form's line stands for `quantity` units of the order's line with
 * its id. It is worth its own `creditedAmount` when that was agreed (above 0), else these units' share of the order line's
 * `extendedPrice`: the rounded value of all units returned so far less what was credited before, so that all units together give
 * the whole. `shippingCreditedTotal` and `handlingTotal` are added, `returnCharges` subtracted; `creditAmount` is left as it
 * was set. A form in a cancelled status has totals, but credits nothing.
 */
export function returnTotals(
  forms: readonly ReturnOrderForm[],
  { sold, canceledStatuses }: { sold: readonly SoldLine[]; canceledStatuses: readonly string[] },
  terms: Terms,
): ReturnTotals {
  const returns: Returns = {
    sold: new Map(sold.map((line) => [line.line.lineItemId, line])),
    returned: new Map(),
    credited: new Map(),
  }
  const canceled = new Set(canceledStatuses.map((status) => status.toLowerCase()))
  const result = { total: ZERO, taxTotal: ZERO, shippingCredited: ZERO }
  const calculated = forms.map((form, index) =>
    at(`returnOrderForms[${index}]`, () => {
      const isCanceled = canceled.has((form.status ?? '').toLowerCase())
      const own = isCanceled ? { ...returns, returned: new Map(returns.returned), credited: new Map(returns.credited) } : returns
      const totals = formTotals(form, own, terms)
      if (!isCanceled) {
        result.total = plus(result.total, totals.total)
        result.taxTotal = plus(result.taxTotal, totals.tax)
        result.shippingCredited = plus(result.shippingCredited, totals.shipping)
      }
      return totals.form
    }),
  )
  return { forms: calculated, creditedByLine: returns.credited, ...result }
}

type FormTotals = { form: ReturnOrderForm; total: Minor; tax: Minor; shipping: Minor }

function formTotals(form: ReturnOrderForm, returns: Returns, terms: Terms): FormTotals {
  const { exponent, taxRate } = terms
  const figures = form.lineItems.map((line) => creditedFigures(line, returns, terms))
  const lineItems = form.lineItems.map((line, index) => ({ ...line, ...lineAmounts(line, figures[index] as LineFigures, terms) }))
  const subTotal = sum(figures.map(({ extended }) => extended))
  const lineTax = sum(figures.map(({ tax }) => tax))
  const shipping = larger(ZERO, toMinor(form.shippingCreditedTotal, exponent))
  const shippingTax = taxIn(shipping, form.shipments[0]?.shipmentTaxRate ?? taxRate)
  const handling = larger(ZERO, toMinor(form.handlingTotal, exponent))
  const charges = sum(form.returnCharges.map((charge) => toMinor(charge.amount, exponent)))
  const net = [subTotal, shipping, handling, toMinor(form.grossRoundoff ?? 0, exponent), negated(charges)]
  const total = larger(ZERO, sum(net))
  // Charges are at the market's rate, as handling is. A form that charges more than it credits comes to nothing.
  const handlingTax = taxIn(handling, taxRate)
  const tax = total === 0 ? ZERO : sum([lineTax, shippingTax, handlingTax, negated(taxIn(charges, taxRate))])
  const parts = { subTotal, lineTax, shipping, shippingTax, handling, handlingTax, total, tax }
  return { form: { ...form, lineItems, ...formAmounts(form, parts, terms) }, total, tax, shipping }
}

function creditedFigures(line: OrderLine, returns: Returns, terms: Terms): LineFigures {
  const credit = creditOf(line, returns, terms)
  const rate = line.taxRate ?? returns.sold.get(line.lineItemId)?.line.taxRate ?? terms.taxRate
  const cost = times(line.cost, line.quantity, terms.exponent)
  const nothing = { discounted: ZERO, givenByDiscounts: ZERO, orderDiscount: ZERO }
  const agreed = toMinor(line.creditedAmount, terms.exponent)
  return { ...nothing, price: credit, extended: credit, tax: taxIn(credit, rate), cost, credited: agreed }
}

function creditOf(line: OrderLine, { sold, returned, credited }: Returns, { exponent }: Terms): Minor {
  const id = line.lineItemId
  const before = credited.get(id) ?? ZERO
  const units = sumOfQuantities([returned.get(id) ?? 0, line.quantity])
  const agreed = toMinor(line.creditedAmount, exponent)
  const credit = agreed > 0 ? agreed : larger(ZERO, minus(soldWorth(line, sold.get(id), { units, exponent }), before))
  returned.set(id, units)
  credited.set(id, plus(before, credit))
  return credit
}

/** What the first `units` of a sold line are worth; a line that was never sold here is worth its price. */
function soldWorth(line: OrderLine, sold: SoldLine | undefined, { units, exponent }: { units: number; exponent: number }): Minor {
  if (sold === undefined) return times(Math.max(0, line.placedPrice), units, exponent)
  const active = activeQuantity(sold.line)
  return active === 0 ? ZERO : smaller(sold.figures.extended, ratio(sold.figures.extended, units, active))
}

type Parts = Record<'subTotal' | 'lineTax' | 'shipping' | 'shippingTax' | 'handling' | 'handlingTax' | 'total' | 'tax', Minor>

function formAmounts(form: ReturnOrderForm, parts: Parts, { exponent }: Terms): Partial<ReturnOrderForm> {
  const amount = (minor: Minor) => toAmount(minor, exponent)
  const payments = paymentTotals(form.payments, exponent)
  return {
    authorizedPaymentTotal: amount(payments.authorized),
    capturedPaymentTotal: amount(payments.captured),
    creditPaymentTotal: amount(payments.credited),
    discountAmount: 0,
    fullRefund: isFullyRefunded(payments),
    handlingTotal: amount(parts.handling),
    orderLevelTax: amount(parts.handlingTax),
    shippingCreditedTotal: amount(parts.shipping),
    shippingDiscountTotal: 0,
    shippingSubTotal: amount(parts.shipping),
    shippingSubTotalExclTax: amount(minus(parts.shipping, parts.shippingTax)),
    shippingTotal: amount(parts.shipping),
    subTotal: amount(parts.subTotal),
    subTotalExclTax: amount(minus(parts.subTotal, parts.lineTax)),
    taxTotal: amount(parts.tax),
    total: amount(parts.total),
    totalExclTax: amount(minus(parts.total, parts.tax)),
  }
}
