import type { Order } from '@open-oms/contracts/orders/order'
import { EXCHANGE_METHOD, type Payment } from '@open-oms/contracts/orders/payment'
import { calculationTerms, type TotalsContext } from '../context/totals-context.ts'
import { lineKind } from '../lines/line-kinds.ts'
import { isEffective } from '../totals/payment-totals.ts'
import type { DirectedAllocation, PaymentAllocation } from './allocated-order.ts'
import { refundedPayment } from './authorised-rest.ts'
import { breakdownUnits } from './breakdown-units.ts'
import { allocatePayment } from './payment-breakdown.ts'
import { findRefundedForm } from './payment-scope.ts'
import { findRegister, type RegisterPlace } from './register.ts'

/**
 * The allocation of a payment as an event published it. It is posted, and later changes of the
 * order do not affect it.
 */
export type PublishedAllocation = PaymentAllocation & {
  paymentId: string
  /** True: a refund of an invoice that was not paid when the refund was published. */
  reducesReceivable?: true
  /**
   * The register that paid a refund out: its Z-report counts it, whatever the type of the order.
   */
  paidOutAt?: RegisterPlace
}

type AllocationTerms = Pick<TotalsContext, 'currency' | 'taxRate' | 'canceledStatuses'>

/**
 * The allocations of the payments of an order after a write
 * (payment-allocation.md#published-allocations): one for each payment that moves money, in their
 * order. A published allocation stays unless its payment changed in type, amount or scope. When a
 * line gets the tax rate or the product type that it lacked, all are calculated again. Returns
 * `allocations` itself when nothing changes. `before` is null on creation.
 */
export function allocationsAfter(
  { before, after }: { before: Order | null; after: Order },
  allocations: readonly PublishedAllocation[],
  totals: AllocationTerms,
): readonly PublishedAllocation[] {
  const known = before === null ? allocations : withMissingAllocations(before, allocations, totals)
  const unchanged = before === null || hasNewTaxTerms(before, after) ? [] : unchangedAllocations({ before, after }, known)
  if (unchanged.length === known.length && unchanged.length === after.orderForm.payments.filter(movesMoney).length) return known
  return withMissingAllocations(after, unchanged, totals)
}

/** The allocations of payments that still move money and have not changed type, amount or scope. */
function unchangedAllocations(
  { before, after }: { before: Order; after: Order },
  known: readonly PublishedAllocation[],
): PublishedAllocation[] {
  const earlier = new Map(before.orderForm.payments.map((payment) => [payment.id, allocationBasis(payment)]))
  const same = after.orderForm.payments.filter(
    (payment) => movesMoney(payment) && earlier.get(payment.id) === allocationBasis(payment),
  )
  const unchanged = new Set(same.map(({ id }) => id))
  return known.filter(({ paymentId }) => unchanged.has(paymentId))
}

/** The fields of a payment that decide its allocation. */
function allocationBasis({ transactionType, amount, shipmentId, orderLineReferences }: Payment): string {
  return JSON.stringify([transactionType, amount, shipmentId, orderLineReferences.map(({ lineItemId }) => lineItemId)])
}

/**
 * Adds the allocations of payments that have none, such as payments from before allocations were
 * stored: one after the other, from the order as it is. Returns `allocations` itself when none is
 * missing.
 */
export function withMissingAllocations(
  order: Order,
  allocations: readonly PublishedAllocation[],
  totals: AllocationTerms,
): readonly PublishedAllocation[] {
  const moving = order.orderForm.payments.filter(movesMoney)
  const all = new Map(allocations.map((item) => [item.paymentId, item]))
  if (moving.every(({ id }) => all.has(id))) return allocations
  const terms = calculationTerms(order, totals)
  const units = breakdownUnits(order, terms)
  for (const payment of moving) {
    const paymentId = payment.id
    if (all.has(paymentId)) continue
    const others = moving.flatMap((other) => directedAllocation(all, order, other))
    all.set(paymentId, {
      paymentId,
      ...allocatePayment(order, payment, { units, others, terms, canceledStatuses: totals.canceledStatuses }),
      ...(reducesReceivable(order, payment) ? { reducesReceivable: true } : {}),
      ...paidOutAt(order, payment),
    })
  }
  return moving.flatMap(({ id }) => all.get(id) ?? [])
}

function directedAllocation(all: ReadonlyMap<string, PublishedAllocation>, order: Order, payment: Payment): DirectedAllocation[] {
  const item = all.get(payment.id)
  if (item === undefined) return []
  const isReturn = findRefundedForm(order, payment) !== undefined
  return [{ ...item, isCredit: payment.transactionType === 'Credit', isReturn }]
}

/**
 * The property of a Sale of method Exchange that names the type of the payment that it stands for:
 * `Invoiced` of an invoice that was not paid (returns.md#exchange-settlement).
 */
export const REFUND_TRANSACTION_TYPE = 'RefundTransactionType'

/** Whether a payment is an invoice that is not paid, or stands for one. */
export function isOpenInvoice({ transactionType, status, properties }: Payment): boolean {
  const standsFor = properties.find(({ key }) => key === REFUND_TRANSACTION_TYPE)?.value
  return status !== 'Paid' && (transactionType === 'Invoiced' || standsFor === 'Invoiced')
}

/**
 * Whether a payment refunds an invoice that is not paid (postings.md#posting-accounts). A Credit
 * that names no payment refunds the open invoice of its method.
 */
export function reducesReceivable(order: Order, payment: Payment): boolean {
  if (payment.transactionType !== 'Credit' || payment.paymentMethodName === EXCHANGE_METHOD) return false
  const source = refundedPayment(order, payment)
  if (source !== undefined) return isOpenInvoice(source)
  const ofMethod = order.orderForm.payments.filter(({ paymentMethodName }) => paymentMethodName === payment.paymentMethodName)
  return ofMethod.some((one) => isOpenInvoice(one) && isEffective(one))
}

/** The register that the return form of a refund names (returns.md#refunds-at-a-register). */
function paidOutAt(order: Order, payment: Payment): Pick<PublishedAllocation, 'paidOutAt'> {
  const form = findRefundedForm(order, payment)
  const registerId = form === undefined ? null : findRegister(form.properties)
  if (form === undefined || registerId === null || payment.transactionType !== 'Credit') return {}
  return { paidOutAt: { storeId: form.storeId || order.storeId, registerId } }
}

/** The allocations with the new ids of their lines. */
export function withNewLineIds(
  allocations: readonly PublishedAllocation[],
  ids: ReadonlyMap<string | null, string>,
): PublishedAllocation[] {
  const renamed = <T extends { lineItemId: string | null }>(item: T): T => ({
    ...item,
    lineItemId: ids.get(item.lineItemId) ?? item.lineItemId,
  })
  return allocations.map((item) => ({ ...item, breakdown: item.breakdown.map(renamed), transfers: item.transfers.map(renamed) }))
}

/** Whether a payment counts and moves money. */
export function movesMoney(payment: Payment): boolean {
  const { transactionType } = payment
  return isEffective(payment) && transactionType !== null && transactionType !== 'Authorization' && transactionType !== 'Void'
}

/**
 * Whether a line got the tax rate or the kind that it lacked: its allocations took it for goods at
 * the market's rate until then.
 */
export function hasNewTaxTerms(before: Order, after: Order): boolean {
  if (after.orderForm.payments.length === 0) return false
  const known = new Map(before.orderForm.lineItems.map((line) => [line.lineItemId, line]))
  return after.orderForm.lineItems.some((line) => {
    const earlier = known.get(line.lineItemId)
    if (earlier === undefined) return false
    const hasNewRate = earlier.taxRate === null && line.taxRate !== null
    return hasNewRate || (!earlier.productType && lineKind(line) !== lineKind(earlier))
  })
}
