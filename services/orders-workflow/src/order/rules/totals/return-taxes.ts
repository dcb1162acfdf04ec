import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { larger, type Minor, minus, sum, toMinor, ZERO } from '@open-oms/money/minor'
import type { Terms } from '../context/totals-context.ts'
import { lineTaxRate } from '../lines/line-kinds.ts'
import { withSoldTax } from './form-credits.ts'
import type { CreditContext, CreditedForm } from './return-credits.ts'
import { type ShippingCharge, shippingCredits } from './shipping-credits.ts'
import { newTax, sumOfTaxed, type TaxedAmount } from './taxed-amount.ts'

/** The tax in what a return form credits, before charges. */
export type CreditTaxes = { lines: readonly Minor[]; shipping: Minor; handling: Minor }

type ReturnTaxContext = Pick<CreditContext, 'sold' | 'soldBefore'> & {
  /** What each line of each form credits. */
  credits: readonly (readonly Minor[])[]
  /** The shipping of the order, by shipment. */
  shipping: readonly ShippingCharge[]
}

/** Something that a form credits. `kept`: its stored tax, where it has not changed. */
type Credit = { key: string; amount: Minor; kept: Minor | null; rate: number }
/** What forms credited of something so far, and the tax in it. */
type Ledger = Map<string, TaxedAmount>

/**
 * The tax in what return forms credit (returns.md#return-totals): the tax in all that is credited
 * of a line up to and including the form, less that of the other forms, so that all units together
 * have exactly the tax that was sold. The same applies to shipping and handling. A stored tax stays
 * as long as its credit does.
 */
export function creditTaxes(forms: readonly CreditedForm[], taxing: ReturnTaxContext, terms: Terms): CreditTaxes[] {
  const ledger: Ledger = new Map()
  const all = forms.map((one, index) => creditsIn(one, { ...taxing, own: taxing.credits[index] as readonly Minor[] }, terms))
  for (const [index, credits] of all.entries()) {
    if (forms[index]?.isCanceled) continue
    for (const { key, amount, kept } of credits) if (kept !== null) add(ledger, key, { amount, tax: kept })
  }
  const shipping = shippingCredits(
    forms.map((form) => creditedShipping(form, terms)),
    taxing.shipping,
  )
  return all.map((credits, index) => {
    const own = forms[index]?.isCanceled ? new Map(ledger) : ledger
    const [handling, ...lines] = credits.map((credit) => credit.kept ?? taxIn(credit, own))
    return { lines, shipping: sum((shipping[index] ?? []).map(({ tax }) => tax)), handling: handling as Minor }
  })
}

function taxIn({ key, amount, rate }: Credit, ledger: Ledger): Minor {
  const tax = newTax(amount, rate, ledger.get(key))
  add(ledger, key, { amount, tax })
  return tax
}

function add(ledger: Ledger, key: string, credited: TaxedAmount): void {
  ledger.set(key, sumOfTaxed(ledger.get(key), credited))
}

function creditedShipping({ form, earlier, isCanceled }: CreditedForm, { exponent, taxRate }: Terms) {
  const amount = larger(ZERO, toMinor(form.shippingCreditedTotal, exponent))
  const before = earlier === null ? null : toMinor(earlier.shippingTotal, exponent)
  const isKept = amount === before && earlier !== null
  const tax = isKept ? minus(before, toMinor(earlier.shippingSubTotalExclTax, exponent)) : null
  return { amount, tax, rate: form.shipments[0]?.shipmentTaxRate ?? taxRate, isCanceled }
}

type LineTaxContext = ReturnTaxContext & { own: readonly Minor[] }

/** The handling of a form, and its lines. */
function creditsIn(one: CreditedForm, taxing: LineTaxContext, terms: Terms): Credit[] {
  const { form, earlier } = one
  const { exponent, taxRate } = terms
  const handling = larger(ZERO, toMinor(form.handlingTotal, exponent))
  const isKept = earlier !== null && handling === toMinor(earlier.handlingTotal, exponent)
  return [
    { key: 'Handling', amount: handling, kept: isKept ? toMinor(earlier.orderLevelTax, exponent) : null, rate: taxRate },
    ...form.lineItems.map((line, index) => lineCredit(line, { one, amount: taxing.own[index] as Minor, taxing }, terms)),
  ]
}

type Crediter = { one: CreditedForm; amount: Minor; taxing: LineTaxContext }

function lineCredit(line: OrderLine, { one: { earlier }, amount, taxing }: Crediter, terms: Terms): Credit {
  const id = line.lineItemId
  const soldTaxRate = (of: OrderLine, sold: OrderLine | undefined) => lineTaxRate(withSoldTax(of, sold), terms.taxRate) ?? 0
  const rate = soldTaxRate(line, taxing.sold.get(id)?.line)
  const before = earlier?.lineItems.find(({ lineItemId }) => lineItemId === id)
  const isKept =
    before !== undefined &&
    amount === toMinor(before.extendedPrice, terms.exponent) &&
    rate === soldTaxRate(before, taxing.soldBefore.get(id))
  return { key: `Line ${id}`, amount, kept: isKept ? toMinor(before.taxTotal, terms.exponent) : null, rate }
}
