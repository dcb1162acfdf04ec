import type { Order } from '@oms/contracts/orders/order'
import type { Payment } from '@oms/contracts/orders/payment'
import type { ReturnOrderForm } from '@oms/contracts/orders/returns/returns'
import { larger, type Minor, minus, plus, proportion, sum, toMinor, ZERO } from '@oms/money/minor'
import { shares } from '@oms/money/shares'
import { isStatusIn } from '../document/return-type.ts'
import { move, type OpenAmount, spread } from '../document/spread-amount.ts'
import type { Terms, TotalsContext } from '../document/totals-context.ts'
import { isEffective } from '../totals/payment-totals.ts'
import { afterCharges, type TaxedAmount } from '../totals/return-taxes.ts'
import type { BreakdownUnit } from './breakdown-units.ts'
import { linePart, type OrderPart, partOf } from './paid-parts.ts'
import { returnLimits } from './payment-scope.ts'

type Returned = { units: readonly BreakdownUnit[]; terms: Terms } & Pick<TotalsContext, 'canceledStatuses'>

/**
 * What return forms take back of each unit of an order, refunded or not: together the difference of
 * `total` and `netTotal`, and of their tax (returns.md#return-totals): goods at their worth, the
 * rounding with its sign. As of a payment: a form that a later payment refunds does not count yet.
 * Lines that the order no longer has do not count.
 */
export function takenBack(
  order: Order,
  payment: Payment,
  { units, terms, canceledStatuses }: Returned,
): ReadonlyMap<BreakdownUnit, TaxedAmount> {
  if (order.returnOrderForms.length === 0) return new Map()
  const amounts = new Map<BreakdownUnit, Minor>()
  const taxes = new Map<OrderPart, Minor>()
  const isCanceled = isStatusIn(canceledStatuses)
  const openAmounts = wholeAmounts(units)
  for (const form of order.returnOrderForms) {
    if (isCanceled(form.status) || isPaidBackAfter(order, form, payment)) continue
    const limits = returnLimits(form, openAmounts, terms)
    const roundoff = toMinor(form.grossRoundoff ?? 0, terms.exponent)
    spread(minus(toMinor(form.total, terms.exponent), roundoff), openAmounts, {
      moves: amounts,
      limitOf: (one) => limits.get(one.of) ?? ZERO,
    })
    const rounding = openAmounts.find(({ of: { kind } }) => kind === 'Rounding')
    if (rounding !== undefined) move(rounding, roundoff, amounts)
    for (const [part, tax] of creditedTaxes(form, terms)) taxes.set(part, plus(taxes.get(part) ?? ZERO, tax))
  }
  return withTaxes(amounts, taxes)
}

/** The tax in what a form credits of each part of the order. */
function creditedTaxes(form: ReturnOrderForm, { exponent }: Terms): [OrderPart, Minor][] {
  const minor = (amount: number | null) => toMinor(amount ?? 0, exponent)
  const shippingTax = minus(minor(form.shippingTotal), minor(form.shippingSubTotalExclTax))
  const credits: [OrderPart, TaxedAmount][] = [
    ...form.lineItems.map((line): [OrderPart, TaxedAmount] => [
      linePart(line.lineItemId ?? ''),
      { amount: minor(line.extendedPrice), tax: minor(line.taxTotal) },
    ]),
    ['Shipping', { amount: minor(form.shippingTotal), tax: shippingTax }],
    ['Handling', { amount: minor(form.handlingTotal), tax: minor(form.orderLevelTax) }],
  ]
  const left = afterCharges(
    credits.map(([, credit]) => credit),
    minus(minor(form.total), minor(form.grossRoundoff)),
  )
  return credits.map(([part], index) => [part, (left[index] as TaxedAmount).tax])
}

/**
 * The tax of each unit: all of it where the unit is taken back whole; what the forms credit else,
 * over the units of a part in proportion.
 */
function withTaxes(
  amounts: ReadonlyMap<BreakdownUnit, Minor>,
  taxes: ReadonlyMap<OrderPart, Minor>,
): ReadonlyMap<BreakdownUnit, TaxedAmount> {
  const taken = new Map<BreakdownUnit, TaxedAmount>()
  for (const [part, units] of Map.groupBy(amounts, ([unit]) => partOf(unit))) {
    const whole = units.filter(([unit, amount]) => amount === unit.worth)
    const others = units.filter(([unit, amount]) => amount !== unit.worth)
    for (const [unit, amount] of whole) taken.set(unit, { amount, tax: taxOf(unit) })
    if (others.length === 0) continue
    const left = minus(taxes.get(part) ?? ZERO, sum(whole.map(([unit]) => taxOf(unit))))
    const parts = shares(left, others.map(taxInShare))
    for (const [index, [unit, amount]] of others.entries()) taken.set(unit, { amount, tax: parts[index] as Minor })
  }
  return taken
}

/** The tax in a part of a unit. */
function taxInShare([unit, amount]: [BreakdownUnit, Minor]): Minor {
  const tax = taxOf(unit)
  return tax > 0 && amount > 0 && unit.worth > 0 ? proportion(tax, amount, unit.worth) : ZERO
}

function taxOf({ grossTax, discountTax }: BreakdownUnit): Minor {
  return minus(grossTax, discountTax)
}

/**
 * The whole worth of units as open amounts; a negative rounding is nothing that can be taken back.
 */
export function wholeAmounts(units: readonly BreakdownUnit[]): OpenAmount<BreakdownUnit>[] {
  return units.map((unit) => ({ of: unit, open: larger(ZERO, unit.worth) }))
}

function isPaidBackAfter({ orderForm: { payments } }: Order, form: ReturnOrderForm, payment: Payment): boolean {
  const position = payments.findIndex(({ id }) => id === payment.id)
  const ids = new Set(form.payments.map(({ id }) => id))
  return payments.some((other, index) => index > position && ids.has(other.id) && isEffective(other))
}
