import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment } from '@open-oms/contracts/orders/payment'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { larger, type Minor, minus, proportion, sum, ZERO } from '@open-oms/money/minor'
import { shares } from '@open-oms/money/shares'
import { type Moves, move, type OpenAmount, spread } from '@open-oms/money/spread-amount'
import { isStatusIn } from '../context/return-type.ts'
import type { Terms, TotalsContext } from '../context/totals-context.ts'
import { type CreditedPart, creditedPart, type FormCredit } from '../totals/credited-parts.ts'
import { creditsOfForms } from '../totals/form-credits.ts'
import { isEffective } from '../totals/payment-totals.ts'
import { isPaidBack } from '../totals/return-totals.ts'
import { sumOfTaxed, type TaxedAmount } from '../totals/taxed-amount.ts'
import { type BreakdownUnit, isHandling } from './breakdown-units.ts'
import { findRefundedForm } from './payment-scope.ts'

type ReturnContext = { units: readonly BreakdownUnit[]; terms: Terms } & Pick<TotalsContext, 'canceledStatuses'>

/**
 * What return forms take back of each unit of an order, refunded or not: together the difference of
 * `total` and `netTotal`, and of their tax (returns.md#return-totals): goods at their worth, the
 * rounding with its sign. As of a payment: a form that a later payment refunds does not count yet,
 * and for the refund of a form neither does one that waits for its refund. Lines that the order no
 * longer has do not count.
 */
export function takenBack(
  order: Order,
  payment: Payment,
  { units, terms, canceledStatuses }: ReturnContext,
): ReadonlyMap<BreakdownUnit, TaxedAmount> {
  if (order.returnOrderForms.length === 0) return new Map()
  const amounts = new Map<BreakdownUnit, Minor>()
  const credited = new Map<CreditedPart, TaxedAmount>()
  const isCanceled = isStatusIn(canceledStatuses)
  const openAmounts = wholeAmounts(units)
  const refunded = findRefundedForm(order, payment)
  const isLater = (form: ReturnOrderForm) =>
    isPaidBackAfter(order, form, payment) || (refunded !== undefined && form !== refunded && !isPaidBack(form))
  for (const [form, credits] of creditsOfForms(order, { canceledStatuses, terms })) {
    if (isCanceled(form.status) || isLater(form)) continue
    takeCredits(credits, openAmounts, amounts)
    const rounding = openAmounts.find(({ of: { kind } }) => kind === 'Rounding')
    if (rounding !== undefined) move(rounding, creditedRounding(credits), amounts)
    for (const { part, ...credit } of credits) credited.set(part, sumOfTaxed(credited.get(part), credit))
  }
  return withTaxes(amounts, credited)
}

/** What the credits of a form take back of each unit, its rounding left out. */
export function takenByForm(credits: readonly FormCredit[], units: readonly BreakdownUnit[]): ReadonlyMap<BreakdownUnit, Minor> {
  const amounts = new Map<BreakdownUnit, Minor>()
  takeCredits(credits, wholeAmounts(units), amounts)
  return amounts
}

/** The rounding among the credits of a form. */
export function creditedRounding(credits: readonly FormCredit[]): Minor {
  return credits.find(({ part }) => part === creditedPart.rounding)?.amount ?? ZERO
}

/** Takes credits other than the rounding off the open amounts of their parts, in proportion. */
function takeCredits(
  credits: readonly FormCredit[],
  openAmounts: readonly OpenAmount<BreakdownUnit>[],
  moves: Moves<BreakdownUnit>,
): void {
  const byPart = Map.groupBy(openAmounts, ({ of: unit }) => toCreditedPart(unit))
  for (const { part, amount } of credits) {
    if (part === creditedPart.rounding) continue
    spread(amount, byPart.get(part) ?? [], { moves, limitOf: ({ open }) => open })
  }
}

function toCreditedPart(unit: BreakdownUnit): CreditedPart {
  if (unit.lineItemId !== null) return creditedPart.line(unit.lineItemId)
  if (isHandling(unit)) return creditedPart.handling
  return unit.kind === 'Rounding' ? creditedPart.rounding : creditedPart.shipping(unit.shipmentId)
}

/**
 * The tax of each unit: that of the forms, over the units of a part in proportion. Units that are
 * taken back whole have their own where others can have the difference.
 */
function withTaxes(
  amounts: ReadonlyMap<BreakdownUnit, Minor>,
  credited: ReadonlyMap<CreditedPart, TaxedAmount>,
): ReadonlyMap<BreakdownUnit, TaxedAmount> {
  const taken = new Map<BreakdownUnit, TaxedAmount>()
  for (const [part, units] of Map.groupBy(amounts, ([unit]) => toCreditedPart(unit))) {
    const ofForms = credited.get(part)
    const isAll = ofForms?.amount === sum(units.map(([, amount]) => amount))
    const partial = units.filter(([unit, amount]) => amount !== unit.worth)
    const sharing = partial.length === 0 && isAll ? units : partial
    for (const [unit, amount] of units) taken.set(unit, { amount, tax: netTax(unit) })
    const kept = sum(units.filter((one) => !sharing.includes(one)).map(([unit]) => netTax(unit)))
    const parts = sharing.length === 0 ? [] : shares(minus(ofForms?.tax ?? ZERO, kept), sharing.map(taxInShare))
    for (const [index, [unit, amount]] of sharing.entries()) taken.set(unit, { amount, tax: parts[index] as Minor })
  }
  return taken
}

/** The tax in a part of a unit. */
function taxInShare([unit, amount]: [BreakdownUnit, Minor]): Minor {
  const tax = netTax(unit)
  return tax > 0 && amount > 0 && unit.worth > 0 ? proportion(tax, amount, unit.worth) : ZERO
}

function netTax({ grossTax, discountTax }: BreakdownUnit): Minor {
  return minus(grossTax, discountTax)
}

/**
 * The whole worth of units as open amounts; a negative rounding is nothing that can be taken back.
 */
function wholeAmounts(units: readonly BreakdownUnit[]): OpenAmount<BreakdownUnit>[] {
  return units.map((unit) => ({ of: unit, open: larger(ZERO, unit.worth) }))
}

function isPaidBackAfter({ orderForm: { payments } }: Order, form: ReturnOrderForm, payment: Payment): boolean {
  const position = payments.findIndex(({ id }) => id === payment.id)
  const ids = new Set(form.payments.map(({ id }) => id))
  return payments.some((other, index) => index > position && ids.has(other.id) && isEffective(other))
}
