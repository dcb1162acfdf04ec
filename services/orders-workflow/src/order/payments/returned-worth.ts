import type { Order } from '@oms/contracts/orders/order'
import type { Payment } from '@oms/contracts/orders/payment'
import type { ReturnOrderForm } from '@oms/contracts/orders/returns/returns'
import { larger, type Minor, minus, toMinor, ZERO } from '@oms/money/minor'
import { isStatusIn } from '../document/return-type.ts'
import { move, type OpenAmount, spread } from '../document/spread-amount.ts'
import type { Terms, TotalsContext } from '../document/totals-context.ts'
import { isEffective } from '../totals/payment-totals.ts'
import type { BreakdownUnit } from './breakdown-units.ts'
import { returnLimits } from './payment-scope.ts'

type Returned = { units: readonly BreakdownUnit[]; terms: Terms } & Pick<TotalsContext, 'canceledStatuses'>

/**
 * What return forms take back of each unit of an order, refunded or not: together the difference of
 * `total` and `netTotal` (returns.md#return-totals): goods at their worth, the rounding with its
 * sign. As of a payment: a form that a later payment
 * refunds does not count yet. Lines that the order no longer has do not count.
 */
export function takenBack(
  order: Order,
  payment: Payment,
  { units, terms, canceledStatuses }: Returned,
): ReadonlyMap<BreakdownUnit, Minor> {
  const taken = new Map<BreakdownUnit, Minor>()
  if (order.returnOrderForms.length === 0) return taken
  const isCanceled = isStatusIn(canceledStatuses)
  const openAmounts = wholeAmounts(units)
  for (const form of order.returnOrderForms) {
    if (isCanceled(form.status) || isPaidBackAfter(order, form, payment)) continue
    const limits = returnLimits(form, openAmounts, terms)
    const roundoff = toMinor(form.grossRoundoff ?? 0, terms.exponent)
    spread(minus(toMinor(form.total, terms.exponent), roundoff), openAmounts, {
      moves: taken,
      limitOf: (one) => limits.get(one.of) ?? ZERO,
    })
    const rounding = openAmounts.find(({ of: { kind } }) => kind === 'Rounding')
    if (rounding !== undefined) move(rounding, roundoff, taken)
  }
  return taken
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
