import type { Order } from '@oms/contracts/orders/order'
import type { Payment } from '@oms/contracts/orders/payment'
import type { ReturnOrderForm } from '@oms/contracts/orders/returns/returns'
import { larger, type Minor, minus, negated, plus, smaller, sum, toMinor, ZERO } from '@oms/money/minor'
import type { Terms, TotalsContext } from '../context/totals-context.ts'
import { creditsOfForms, type FormCredit } from '../totals/form-credits.ts'
import { isEffective } from '../totals/payment-totals.ts'
import {
  type AllocatedOrder,
  type AllocatedUnit,
  allocatedOrder,
  type DirectedAllocation,
  dueOf,
  dueParts,
  type PaymentAllocation,
  wholeOf,
} from './allocated-order.ts'
import { refundedPayment } from './authorised-rest.ts'
import { breakdownEntries, transfersOf, type UnitChange } from './breakdown-entries.ts'
import { amountOf, differenceOfParts, noParts, type Parts, partsInProportion } from './breakdown-parts.ts'
import type { BreakdownUnit } from './breakdown-units.ts'
import { paidParts, partOf, partsOfPayments } from './paid-parts.ts'
import { type Allotment, allotRefund, allotSale } from './payment-allotment.ts'
import { returnFormOf, scopeOf } from './payment-scope.ts'
import { roundingOf, takenBack, takenByForm } from './returned-worth.ts'

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
 * earlier payment was for something that is gone or worth less now. Whenever the paid amount equals
 * the order's total less returns, all breakdowns together are exactly its lines, shipping and tax.
 *
 * The entries of a Credit are positive like all others: accounting posts them on the opposite side.
 * A Credit is for the return form whose `payments` name it, else for the lines and the shipment
 * that it names. It reports no transfers: returned goods are sent again.
 */
export function allocationOf(order: Order, payment: Payment, context: AllocationContext): PaymentAllocation {
  const { units, others, terms } = context
  const { exponent } = terms
  const allocated = allocatedOrder({ units, taken: takenBack(order, payment, context) }, others, exponent)
  const isCredit = payment.transactionType === 'Credit'
  const allotment = isCredit
    ? refunded(order, payment, { ...context, allocated })
    : allotSale(amountOfPayment(payment, terms), allocated, scopeOf(payment))
  const after = allocated.units.map((unit) => ({
    allocated: unit,
    paid: plus(amountOf(unit.paid), allotment.moves.get(unit) ?? ZERO),
  }))
  const isDone = after.every((state) => state.paid === dueOf(state.allocated))
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
    transfers: isCredit ? [] : transfersOf(states, order.storeId, exponent),
  }
}

function amountOfPayment({ amount }: Payment, { exponent }: Terms): Minor {
  return toMinor(amount, exponent)
}

type Refunding = AllocationContext & { allocated: AllocatedOrder }

function refunded(order: Order, payment: Payment, context: Refunding): Allotment {
  const { allocated, others, terms } = context
  const { exponent } = terms
  const source = refundedPayment(order, payment)
  const paid = source === undefined ? new Map() : paidParts(order, source, { allocations: others, exponent })
  const form = returnFormOf(order, payment)
  const credits = form === undefined ? [] : (creditsOfForms(order, context).get(form) ?? [])
  return allotRefund(amountOfPayment(payment, terms), allocated, {
    limits: form === undefined ? null : limitsOfForm(form, credits, context),
    paidBySource: (unit) => paid.get(partOf(unit)) ?? ZERO,
    scope: scopeOf(payment),
    rounding: form !== undefined && isRefundedBy(order, form, { payment, terms }) ? roundingOf(credits) : ZERO,
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
      const already = larger(ZERO, smaller(limit, taken.get(partOf(unit)) ?? ZERO))
      taken.set(partOf(unit), minus(taken.get(partOf(unit)) ?? ZERO, already))
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
  if (paid === dueOf(allocated)) return dueParts(allocated)
  return partsInProportion(paid < allocated.unit.worth ? wholeOf(allocated.unit) : allocated.paid, paid)
}
