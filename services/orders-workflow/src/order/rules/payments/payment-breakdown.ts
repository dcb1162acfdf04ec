import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment } from '@open-oms/contracts/orders/payment'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { larger, type Minor, minus, negated, plus, smaller, sum, toMinor, ZERO } from '@open-oms/money/minor'
import type { Terms, TotalsContext } from '../context/totals-context.ts'
import type { FormCredit } from '../totals/credited-parts.ts'
import { creditsOfForms } from '../totals/form-credits.ts'
import { isEffective } from '../totals/payment-totals.ts'
import {
  type AllocatedOrder,
  type AllocatedUnit,
  allocatedOrder,
  type DirectedAllocation,
  dueParts,
  type PaymentAllocation,
  unitAmountDue,
  unitParts,
} from './allocated-order.ts'
import { refundedPayment } from './authorised-rest.ts'
import { breakdownEntries, buildTransfers, type UnitChange } from './breakdown-entries.ts'
import { differenceOfParts, noParts, type Parts, partsInProportion, partsTotal } from './breakdown-parts.ts'
import type { BreakdownUnit } from './breakdown-units.ts'
import { paidParts, partsOfPayments, toOrderPart } from './paid-parts.ts'
import { type Allotment, allotRefund, allotSale } from './payment-allotment.ts'
import { findRefundedForm, paymentScope } from './payment-scope.ts'
import { creditedRounding, takenBack, takenByForm } from './returned-worth.ts'

export type AllocationContext = {
  /** The units of the order. */
  units: readonly BreakdownUnit[]
  /** The published allocations of all its other payments. */
  others: readonly DirectedAllocation[]
  terms: Terms
} & Pick<TotalsContext, 'canceledStatuses'>

/**
 * The allocation of a payment that moves money (payment-allocation.md#published-allocations). `Σ
 * (net + vatAmount)` of its entries is exactly its amount. It is the difference between what should
 * be allocated now and the allocations of the other payments: published allocations are posted and
 * do not change, and the order may have been edited since. So entries may be negative where an
 * earlier payment was for something that was removed or is worth less now. Whenever the paid amount
 * equals the order's total less returns, all breakdowns together are exactly its lines, shipping
 * and tax.
 *
 * The entries of a Credit are positive like all others: accounting posts them on the opposite side.
 * A Credit is for the return form whose `payments` name it, else for the lines and the shipment
 * that it names. It reports no transfers: returned goods are sent again.
 */
export function allocatePayment(order: Order, payment: Payment, context: AllocationContext): PaymentAllocation {
  const { units, others, terms } = context
  const { exponent } = terms
  const allocated = allocatedOrder({ units, taken: takenBack(order, payment, context) }, others, exponent)
  const isCredit = payment.transactionType === 'Credit'
  const allotment = isCredit
    ? refunded(order, payment, { ...context, allocated })
    : allotSale(amountOfPayment(payment, terms), allocated, paymentScope(payment))
  const after = allocated.units.map((unit) => ({
    allocated: unit,
    paid: plus(partsTotal(unit.paid), allotment.moves.get(unit) ?? ZERO),
  }))
  const isDone = after.every((state) => state.paid === unitAmountDue(state.allocated))
  const isCleared = isCredit && !isDone && after.every(({ paid }) => paid === 0)
  const touched = after.filter((state) => isDone || isCleared || isMoved(allotment, state.allocated))
  const changes = touched.map((state): UnitChange => {
    const parts = isDone ? dueParts(state.allocated) : isCleared ? noParts : partsAt(state.allocated, state.paid)
    const { unit, paid } = state.allocated
    return { unit, parts: isCredit ? differenceOfParts(paid, parts) : differenceOfParts(parts, paid) }
  })
  const deposit = isCredit ? negated(allotment.deposit) : allotment.deposit
  const states = touched.map((state) => ({ ...state, isDone }))
  return {
    breakdown: breakdownEntries(changes, deposit, exponent),
    transfers: isCredit ? [] : buildTransfers(states, order.storeId, exponent),
  }
}

function amountOfPayment({ amount }: Payment, { exponent }: Terms): Minor {
  return toMinor(amount, exponent)
}

function refunded(order: Order, payment: Payment, context: AllocationContext & { allocated: AllocatedOrder }): Allotment {
  const { allocated, others, terms } = context
  const { exponent } = terms
  const source = refundedPayment(order, payment)
  const paid = source === undefined ? new Map() : paidParts(order, source, { allocations: others, exponent })
  const form = findRefundedForm(order, payment)
  const credits = form === undefined ? [] : (creditsOfForms(order, context).get(form) ?? [])
  return allotRefund(amountOfPayment(payment, terms), allocated, {
    limits: form === undefined ? null : limitsOfForm(form, credits, context),
    paidBySource: (unit) => paid.get(toOrderPart(unit)) ?? ZERO,
    scope: paymentScope(payment),
    rounding: form !== undefined && isRefundedBy(order, form, { payment, terms }) ? creditedRounding(credits) : ZERO,
  })
}

/** What a form takes back of each unit, less its other refunds. */
function limitsOfForm(
  form: ReturnOrderForm,
  credits: readonly FormCredit[],
  { units, others, terms }: AllocationContext,
): ReadonlyMap<BreakdownUnit, Minor> {
  const ids = new Set(form.payments.map(({ id }) => id))
  const taken = new Map(partsOfPayments(others, { ids, exponent: terms.exponent }))
  return new Map(
    [...takenByForm(credits, units)].map(([unit, limit]) => {
      const already = larger(ZERO, smaller(limit, taken.get(toOrderPart(unit)) ?? ZERO))
      taken.set(toOrderPart(unit), minus(taken.get(toOrderPart(unit)) ?? ZERO, already))
      return [unit, minus(limit, already)]
    }),
  )
}

/** Whether a payment completes the refund of a form. */
function isRefundedBy(
  { orderForm: { payments } }: Order,
  form: ReturnOrderForm,
  { payment, terms: { exponent } }: { payment: Payment; terms: Terms },
): boolean {
  const ids = new Set(form.payments.map(({ id }) => id))
  const position = payments.findIndex(({ id }) => id === payment.id)
  const own = payments.filter((one, index) => index <= position && ids.has(one.id) && isEffective(one))
  return sum(own.map(({ amount }) => toMinor(amount, exponent))) === toMinor(form.total, exponent)
}

function isMoved({ moves }: Allotment, allocated: AllocatedUnit): boolean {
  return (moves.get(allocated) ?? ZERO) !== 0
}

/**
 * The parts of the amount paid for a unit. An amount beyond its worth keeps the proportions in
 * which it was allocated.
 */
function partsAt(allocated: AllocatedUnit, paid: Minor): Parts {
  if (paid === unitAmountDue(allocated)) return dueParts(allocated)
  return partsInProportion(paid < allocated.unit.worth ? unitParts(allocated.unit) : allocated.paid, paid)
}
