import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { larger, type Minor, minus, plus, ratio, smaller, times, toMinor, ZERO } from '@open-oms/money/minor'
import { sumOfQuantities } from '@open-oms/money/quantities'
import type { Terms } from '../context/totals-context.ts'
import { activeQuantity, type LineFigures } from './line-totals.ts'

/** An order's line as returns see it. */
export type SoldLine = { line: OrderLine; figures: LineFigures }

/** A return form to calculate. */
export type CreditedForm = {
  form: ReturnOrderForm
  /** True: it credits nothing, and its total is only shown. */
  isCanceled: boolean
  /** The stored form. */
  stored: ReturnOrderForm | null
  /**
   * The stored form, whose unchanged lines keep their worth; null where nothing of it counts any
   * more.
   */
  earlier: ReturnOrderForm | null
  /**
   * True: its lines keep their worth also when the order's lines are worth something else by now.
   */
  isFinal: boolean
}

export type CreditContext = {
  sold: ReadonlyMap<string | null, SoldLine>
  /** The stored lines of the order, by id. */
  soldBefore: ReadonlyMap<string | null, OrderLine>
}

export type Credits = {
  /** The credit of each line of each form, at the same indexes. */
  ofForms: Minor[][]
  /** What the forms that are not cancelled credit of each line of the order, by its id. */
  byLine: ReadonlyMap<string | null, Minor>
}

/**
 * The quantities and amounts of a line returned so far. `shares`: the part of `credited` for its
 * units; what was agreed on for others has no part in it.
 */
type LineTally = { units: number; shares: Minor; credited: Minor }
type Ledger = Map<string | null, LineTally>

/**
 * What the lines of return forms credit (returns.md#line-credits): what was agreed on, else the
 * units' share of the order line's `extendedPrice`. A stored credit stays as long as its line does
 * not change, regardless of other forms, and always in final forms. A new credit is the rounded
 * value of all units in forms up to and including it, less earlier credits: all units together sum
 * to the whole, in any order of returns and cancellations.
 */
export function lineCredits(forms: readonly CreditedForm[], crediting: CreditContext, terms: Terms): Credits {
  const ledger: Ledger = new Map()
  const unchangedCredits = forms.map(({ form, ...one }) =>
    form.lineItems.map((line) => unchangedCredit({ line, ...one }, crediting, terms)),
  )
  for (const [position, { form, isCanceled }] of forms.entries()) {
    if (isCanceled) continue
    for (const [index, line] of form.lineItems.entries()) {
      const credit = unchangedCredits[position]?.[index]
      if (credit !== null && credit !== undefined) take(ledger, line, { credit, sold: crediting.sold, terms })
    }
  }
  const ofForms = forms.map(({ form, isCanceled }, position) => {
    const own: Ledger = isCanceled ? new Map(ledger) : ledger
    return form.lineItems.map(
      (line, index) => unchangedCredits[position]?.[index] ?? newCredit(own, line, { sold: crediting.sold, terms }),
    )
  })
  return { ofForms, byLine: new Map([...ledger].map(([id, { credited }]) => [id, credited])) }
}

/**
 * The property of a form's line that has the credit that was agreed on for each of its units, be it
 * 0.
 */
export const CREDIT_PER_UNIT = 'CreditAmount'

const AMOUNT = /^\d{1,12}(\.\d{1,4})?$/

/** What was agreed on for the units of a form's line; null where they are worth their share. */
export function agreedCredit({ creditedAmount, properties, quantity }: OrderLine, { exponent }: Terms): Minor | null {
  const perUnit = properties.find(({ key }) => key === CREDIT_PER_UNIT)?.value
  if (perUnit && AMOUNT.test(perUnit)) return times(Number(perUnit), quantity, exponent)
  const agreed = toMinor(creditedAmount, exponent)
  return agreed > 0 ? agreed : null
}

/** The stored credit of a line that has not changed; null when it must be calculated. */
function unchangedCredit(
  { line, earlier, isFinal }: Pick<CreditedForm, 'earlier' | 'isFinal'> & { line: OrderLine },
  { sold, soldBefore }: CreditContext,
  terms: Terms,
): Minor | null {
  const before = earlier?.lineItems.find(({ lineItemId }) => lineItemId === line.lineItemId)
  if (before === undefined || before.quantity !== line.quantity) return null
  if (agreedCredit(before, terms) !== agreedCredit(line, terms)) return null
  const [is, was] = [sold.get(line.lineItemId), soldBefore.get(line.lineItemId)]
  const isWorthTheSame =
    is === undefined || was === undefined
      ? is === was && line.placedPrice === before.placedPrice
      : is.figures.extended === toMinor(was.extendedPrice, terms.exponent) && activeQuantity(is.line) === activeQuantity(was)
  return isFinal || isWorthTheSame ? toMinor(before.extendedPrice, terms.exponent) : null
}

type ShareContext = { sold: ReadonlyMap<string | null, SoldLine>; terms: Terms }

function take(ledger: Ledger, line: OrderLine, { credit, sold, terms }: ShareContext & { credit: Minor }): void {
  const before = lineTally(ledger, line)
  const units = sumOfQuantities([before.units, line.quantity])
  const worth = (upTo: number) => soldWorth(line, sold.get(line.lineItemId), { units: upTo, exponent: terms.exponent })
  const share = agreedCredit(line, terms) === null ? credit : minus(worth(units), worth(before.units))
  ledger.set(line.lineItemId, { units, shares: plus(before.shares, share), credited: plus(before.credited, credit) })
}

function newCredit(ledger: Ledger, line: OrderLine, taking: ShareContext): Minor {
  const credit = agreedCredit(line, taking.terms) ?? returnedShare(line, lineTally(ledger, line), taking)
  take(ledger, line, { ...taking, credit })
  return credit
}

function lineTally(ledger: Ledger, { lineItemId }: OrderLine): LineTally {
  return ledger.get(lineItemId) ?? { units: 0, shares: ZERO, credited: ZERO }
}

/**
 * What these units add to those before them, rounded on the whole way, and never more than the line
 * has left.
 */
function returnedShare(line: OrderLine, before: LineTally, { sold, terms: { exponent } }: ShareContext): Minor {
  const of = sold.get(line.lineItemId)
  const units = sumOfQuantities([before.units, line.quantity])
  const share = larger(ZERO, minus(soldWorth(line, of, { units, exponent }), before.shares))
  return of === undefined ? share : larger(ZERO, smaller(share, minus(of.figures.extended, before.credited)))
}

/**
 * What the first `units` of a sold line are worth; a line that was never sold here is worth its
 * price.
 */
function soldWorth(line: OrderLine, sold: SoldLine | undefined, { units, exponent }: { units: number; exponent: number }): Minor {
  if (sold === undefined) return times(Math.max(0, line.placedPrice), units, exponent)
  const active = activeQuantity(sold.line)
  return active === 0 ? ZERO : smaller(sold.figures.extended, ratio(sold.figures.extended, units, active))
}
