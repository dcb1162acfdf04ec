import type { OrderLine } from '@oms/contracts/orders/order-line'
import { larger, type Minor, minus, plus, proportion, smaller, sum, toMinor, ZERO } from '@oms/money/minor'
import { shares } from '@oms/money/shares'
import { taxIn } from '@oms/money/tax'
import type { Terms } from '../document/totals-context.ts'
import { lineTaxRate } from '../lines/line-kinds.ts'
import type { CreditedForm, Crediting } from './return-credits.ts'
import type { ShippingFigures } from './shipping-totals.ts'

/** The tax in what a return form credits. */
export type CreditTaxes = { lines: readonly Minor[]; shipping: Minor; handling: Minor }

type Taxing = Pick<Crediting, 'sold' | 'soldBefore'> & {
  /** What each line of each form credits. */
  credits: readonly (readonly Minor[])[]
  /** The shipping of the order, by shipment. */
  shipping: readonly ShippingFigures[]
}

/** Something that a form credits. `kept`: its stored tax, where it has not changed. */
type Credit = { key: string; amount: Minor; kept: Minor | null; taxOf(amount: Minor): Minor }
/** What forms credited of something so far, and the tax in it. */
type Ledger = Map<string, { amount: Minor; tax: Minor }>

/**
 * The tax in what return forms credit (returns.md#return-totals): the tax in all that is credited
 * of a line up to and including the form, less that of the other forms, so that all units together
 * have exactly the tax that was sold. Shipping and handling likewise. A stored tax stays as long as
 * its credit does.
 */
export function creditTaxes(forms: readonly CreditedForm[], taxing: Taxing, terms: Terms): CreditTaxes[] {
  const ledger: Ledger = new Map()
  const all = forms.map((one, index) => creditsIn(one, { ...taxing, own: taxing.credits[index] as readonly Minor[] }, terms))
  for (const [index, credits] of all.entries()) {
    if (forms[index]?.isCanceled) continue
    for (const { key, amount, kept } of credits) if (kept !== null) add(ledger, key, { amount, tax: kept })
  }
  return all.map((credits, index) => {
    const own = forms[index]?.isCanceled ? new Map(ledger) : ledger
    const [shipping, handling, ...lines] = credits.map((credit) => credit.kept ?? newTax(own, credit))
    return { lines, shipping: shipping as Minor, handling: handling as Minor }
  })
}

function newTax(ledger: Ledger, { key, amount, taxOf }: Credit): Minor {
  const before = ledger.get(key) ?? { amount: ZERO, tax: ZERO }
  const tax = smaller(amount, larger(ZERO, minus(taxOf(plus(before.amount, amount)), before.tax)))
  add(ledger, key, { amount, tax })
  return tax
}

function add(ledger: Ledger, key: string, { amount, tax }: { amount: Minor; tax: Minor }): void {
  const before = ledger.get(key) ?? { amount: ZERO, tax: ZERO }
  ledger.set(key, { amount: plus(before.amount, amount), tax: plus(before.tax, tax) })
}

type OwnTaxing = Taxing & { own: readonly Minor[] }

/** The shipping of a form, its handling, and its lines. */
function creditsIn(one: CreditedForm, taxing: OwnTaxing, terms: Terms): Credit[] {
  const { form, earlier } = one
  const { exponent, taxRate } = terms
  const before = earlier === null ? null : toMinor(earlier.shippingTotal, exponent)
  const shipping = larger(ZERO, toMinor(form.shippingCreditedTotal, exponent))
  const handling = larger(ZERO, toMinor(form.handlingTotal, exponent))
  const rate = form.shipments[0]?.shipmentTaxRate ?? taxRate
  return [
    {
      key: 'Shipping',
      amount: shipping,
      kept: shipping === before && earlier !== null ? minus(before, toMinor(earlier.shippingSubTotalExclTax, exponent)) : null,
      taxOf: (amount) => shippingTaxIn(amount, taxing.shipping, rate),
    },
    {
      key: 'Handling',
      amount: handling,
      kept:
        earlier !== null && handling === toMinor(earlier.handlingTotal, exponent)
          ? toMinor(earlier.orderLevelTax, exponent)
          : null,
      taxOf: (amount) => taxIn(amount, taxRate),
    },
    ...form.lineItems.map((line, index) => lineCredit(line, { one, amount: taxing.own[index] as Minor, taxing }, terms)),
  ]
}

/** The tax in an amount of shipping that is spread over shipments; `rate` counts without any. */
function shippingTaxIn(amount: Minor, shipping: readonly ShippingFigures[], rate: number): Minor {
  const totals = shipping.map(({ total }) => total)
  if (sum(totals) === 0) return taxIn(amount, rate)
  const parts = shares(amount, totals)
  return sum(shipping.map((figures, index) => taxIn(parts[index] as Minor, figures.rate)))
}

type Crediter = { one: CreditedForm; amount: Minor; taxing: OwnTaxing }

function lineCredit(line: OrderLine, { one: { earlier }, amount, taxing }: Crediter, terms: Terms): Credit {
  const id = line.lineItemId
  const rateOf = (of: OrderLine, sold: OrderLine | undefined) => lineTaxRate(withSoldTax(of, sold), terms.taxRate) ?? 0
  const rate = rateOf(line, taxing.sold.get(id)?.line)
  const before = earlier?.lineItems.find(({ lineItemId }) => lineItemId === id)
  const isKept =
    before !== undefined &&
    amount === toMinor(before.extendedPrice, terms.exponent) &&
    rate === rateOf(before, taxing.soldBefore.get(id))
  const kept = isKept ? toMinor(before.taxTotal, terms.exponent) : null
  return { key: `Line ${id}`, amount, kept, taxOf: (credited) => taxIn(credited, rate) }
}

/** The line of a form with what decides its tax; the sold line has what the form leaves out. */
export function withSoldTax(line: OrderLine, sold: OrderLine | undefined): OrderLine {
  return { ...line, taxRate: line.taxRate ?? sold?.taxRate ?? null, productType: line.productType || (sold?.productType ?? null) }
}

/** An amount with the tax in it. */
export type TaxedAmount = { amount: Minor; tax: Minor }

/**
 * What is left of the credits of a form when charges leave only `rest` of them
 * (returns.md#return-totals): they are taken off each credit in proportion, with its tax.
 */
export function afterCharges(credits: readonly TaxedAmount[], rest: Minor): TaxedAmount[] {
  const amounts = credits.map(({ amount }) => amount)
  if (rest === sum(amounts)) return [...credits]
  const parts = rest > 0 ? shares(rest, amounts) : amounts.map(() => ZERO)
  return credits.map(({ amount: whole, tax }, index) => {
    const amount = parts[index] as Minor
    return { amount, tax: amount === 0 ? ZERO : proportion(tax, amount, whole) }
  })
}
