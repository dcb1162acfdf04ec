import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { larger, type Minor, minus, negated, sum, times, toAmount, toMinor, ZERO } from '@open-oms/money/minor'
import { isStatusIn } from '../context/return-type.ts'
import { at, type Terms, type TotalsContext } from '../context/totals-context.ts'
import { formCredits, type SoldItems, withSoldTax } from './form-credits.ts'
import { type LineFigures, lineAmounts } from './line-totals.ts'
import { isFullyRefunded, paymentTotals } from './payment-totals.ts'
import { agreedCredit, type CreditedForm, lineCredits, type SoldLine } from './return-credits.ts'
import { type CreditTaxes, creditTaxes } from './return-taxes.ts'

export type ReturnTotals = {
  forms: ReturnOrderForm[]
  /** What the forms credit of each line, by line id. */
  creditedByLine: ReadonlyMap<string | null, Minor>
  /** Sums over the forms that are not cancelled. */
  total: Minor
  taxTotal: Minor
  shippingCredited: Minor
}

type ReturnTotalsContext = Pick<TotalsContext, 'canceledStatuses' | 'finalStatuses' | 'previous'> &
  Pick<SoldItems, 'shipping' | 'handling' | 'rounding' | 'payments'> & { sold: readonly SoldLine[] }

/**
 * Totals of return forms; all of them are positive (returns.md#return-totals). A form's line has
 * `quantity` units of the order's line with its id. It is worth what was agreed on, for each unit
 * by property `CreditAmount` or in all by `creditedAmount` (above 0), else its units' share of the
 * order line's `extendedPrice`: see `lineCredits`. The total of a form stays when other forms are
 * added or removed, and permanently when it is completed or refunded. `shippingCreditedTotal` and
 * `handlingTotal` are added, `returnCharges` subtracted; `creditAmount` follows the total as long
 * as it is equal to it, and else is left as it was set. A form in a cancelled status has totals,
 * but credits nothing.
 */
export function returnTotals(forms: readonly ReturnOrderForm[], returning: ReturnTotalsContext, terms: Terms): ReturnTotals {
  const { sold, previous, shipping } = returning
  const soldLines = new Map(sold.map((line) => [line.line.lineItemId, line]))
  const soldBefore = new Map(previous?.orderForm.lineItems.map((line) => [line.lineItemId, line]))
  const all = creditedForms(forms, returning)
  const credits = at('returnOrderForms', () => lineCredits(all, { sold: soldLines, soldBefore }, terms))
  const taxing = { credits: credits.ofForms, sold: soldLines, soldBefore, shipping }
  const taxes = at('returnOrderForms', () => creditTaxes(all, taxing, terms))
  const worth = all.map((one, index) =>
    at(`returnOrderForms[${index}]`, () => {
      const own = { credits: credits.ofForms[index] as Minor[], taxes: taxes[index] as CreditTaxes, sold: soldLines }
      return formTotals(one, own, terms)
    }),
  )
  const lines = sold.map(({ line, figures }) => ({ line, amount: figures.extended, tax: figures.tax }))
  const items = { ...returning, lines, isCanceled: isStatusIn(returning.canceledStatuses) }
  const credited = at('returnOrderForms', () => formCredits(worth, items, terms))
  const calculated = worth.map((form, index) => withTax(form, sum((credited[index] ?? []).map(({ tax }) => tax)), terms))
  const counting = calculated.filter((_, index) => all[index]?.isCanceled === false)
  const total = (field: 'total' | 'taxTotal' | 'shippingTotal') =>
    at('returnOrderForms', () => sum(counting.map((form) => toMinor(form[field], terms.exponent))))
  return {
    forms: calculated,
    creditedByLine: credits.byLine,
    total: total('total'),
    taxTotal: total('taxTotal'),
    shippingCredited: total('shippingTotal'),
  }
}

/** The forms with their stored forms: a reactivated form takes what is left at that time. */
function creditedForms(
  forms: readonly ReturnOrderForm[],
  { canceledStatuses, finalStatuses, previous }: ReturnTotalsContext,
): CreditedForm[] {
  const isCanceledStatus = isStatusIn(canceledStatuses)
  const isFinalStatus = isStatusIn(finalStatuses)
  const isFinal = (form: ReturnOrderForm) => isFinalStatus(form.status) || isPaidBack(form)
  const known = new Map(previous?.returnOrderForms.map((form) => [form.returnId, form]))
  return forms.map((form) => {
    const before = known.get(form.returnId) ?? null
    const isCanceled = isCanceledStatus(form.status)
    const isReopened = before !== null && isCanceledStatus(before.status) && !isCanceled
    const earlier = isReopened ? null : before
    return { form, isCanceled, stored: before, earlier, isFinal: isFinal(form) && before !== null && isFinal(before) }
  })
}

/** Whether money of a return form went back to the customer. */
export function isPaidBack({ creditPaymentTotal }: Pick<ReturnOrderForm, 'creditPaymentTotal'>): boolean {
  return creditPaymentTotal > 0
}

type OwnCredits = { credits: readonly Minor[]; taxes: CreditTaxes; sold: ReadonlyMap<string | null, SoldLine> }

/** A form with all its totals but the tax after charges. */
function formTotals({ form, stored }: CreditedForm, { credits, taxes, sold }: OwnCredits, terms: Terms): ReturnOrderForm {
  const { exponent } = terms
  const rounded = (amount: number) => toAmount(toMinor(amount, exponent), exponent)
  const taxed = form.lineItems.map((line) => withSoldTax(line, sold.get(line.lineItemId)?.line))
  const figures = taxed.map((line, index) =>
    creditedFigures(line, { credit: credits[index] as Minor, tax: taxes.lines[index] as Minor }, terms),
  )
  const lineItems = form.lineItems.map((line, index) => ({
    ...line,
    ...lineAmounts(taxed[index] as OrderLine, figures[index] as LineFigures, terms),
  }))
  const subTotal = sum(figures.map(({ extended }) => extended))
  const lineTax = sum(figures.map(({ tax }) => tax))
  const shipping = larger(ZERO, toMinor(form.shippingCreditedTotal, exponent))
  const handling = larger(ZERO, toMinor(form.handlingTotal, exponent))
  const returnCharges = form.returnCharges.map((charge) => ({ ...charge, amount: rounded(charge.amount) }))
  const charges = sum(returnCharges.map((charge) => toMinor(charge.amount, exponent)))
  const rounding = toMinor(form.grossRoundoff ?? 0, exponent)
  const total = larger(ZERO, sum([subTotal, shipping, handling, rounding, negated(charges)]))
  const parts = { subTotal, lineTax, shipping, shippingTax: taxes.shipping, handling, handlingTax: taxes.handling, total }
  const follows = stored !== null && stored.creditAmount === stored.total && form.creditAmount === stored.creditAmount
  const amounts = {
    ...formAmounts(form, parts, terms),
    creditAmount: follows ? toAmount(total, exponent) : rounded(form.creditAmount),
    grossRoundoff: form.grossRoundoff === null ? null : rounded(form.grossRoundoff),
  }
  return { ...form, lineItems, returnCharges, ...amounts }
}

function withTax(form: ReturnOrderForm, tax: Minor, { exponent }: Terms): ReturnOrderForm {
  const net = minus(toMinor(form.total, exponent), tax)
  return { ...form, taxTotal: toAmount(tax, exponent), totalExclTax: toAmount(net, exponent) }
}

function creditedFigures(line: OrderLine, { credit, tax }: { credit: Minor; tax: Minor }, terms: Terms): LineFigures {
  const cost = times(line.cost, line.quantity, terms.exponent)
  const nothing = { discounted: ZERO, fromObjects: ZERO, orderDiscount: ZERO }
  const agreed = agreedCredit(line, terms) ?? ZERO
  return { ...nothing, price: credit, extended: credit, tax, cost, credited: agreed }
}

type Parts = Record<'subTotal' | 'lineTax' | 'shipping' | 'shippingTax' | 'handling' | 'handlingTax' | 'total', Minor>

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
    total: amount(parts.total),
  }
}
