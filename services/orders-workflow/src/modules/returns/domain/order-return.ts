import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { collectProblems, type Problems } from '@open-oms/contracts/problems'
import { larger, type Minor, minus, plus, smaller, sum, toAmount, toMinor, ZERO } from '@open-oms/money/minor'
import { type OrderConfig, orderTotalsContext } from '../../../order/rules/context/order-context.ts'
import { assertWritable } from '../../../order/rules/context/order-guards.ts'
import { canceledReturnStatuses, isStatusIn, requireReturnType } from '../../../order/rules/context/return-type.ts'
import { buildMergeContext, type PatchContext } from '../../../order/rules/patches/order-patch.ts'
import { patchedReturnForms, type ReturnFormPatch } from '../../../order/rules/patches/patch-returns.ts'
import { countingPayments, refundedAmounts, sumPayments } from '../../../order/rules/payments/authorised-rest.ts'
import { findRegister } from '../../../order/rules/payments/register.ts'
import { orderExponent, returnCheckContext, withCheckedReturns } from '../../../order/rules/returns/checked-returns.ts'
import { assertReturnable, creditableRest } from '../../../order/rules/returns/return-checks.ts'
import { withReturnRoundoff } from '../../../order/rules/returns/return-roundoff.ts'
import { requireStatus } from '../../../order/rules/status/transitions.ts'
import { calculateTotals } from '../../../order/rules/totals/order-totals.ts'
import { haveSameBooks } from '../../payments/domain/exchange-settlement.ts'
import { newReturnForm, type ReturnRequest } from './new-return.ts'

/** `exchange` is the order of what the customer takes instead. */
type ReturnContext = { config: OrderConfig; now: string; exchange?: Order | null }

/** An order with one more return form, and the id of the form. */
export type WithReturn = { order: Order; returnId: string }

/**
 * The order with the new return form of a request (returns.md#return-creation). Its `creditAmount`
 * is that of the request, else its total as far as that is left. Raises `OrderIsDeleted`,
 * `OrderIsReadOnly`, `NotFound`, `QuantityNotAvailable` when more comes back than there is, and
 * `ValidationFailed`, also when the amount to credit exceeds the amount available.
 */
export function withNewReturn(order: Order, request: ReturnRequest, { config, now, exchange = null }: ReturnContext): WithReturn {
  assertWritable(order)
  const type = requireReturnType(config.orderTypes)
  const [first] = type.orderStatuses.toSorted((a, b) => a.order - b.order)
  const { name: status } = requireStatus(type, request.status ?? first?.name, 'status')
  const exponent = orderExponent(order, config)
  const storeIds = config.stores.map(({ id }) => id)
  const form = newReturnForm(order, request, { status, storeIds, exponent, now })
  const added = { ...order, returnOrderForms: [...order.returnOrderForms, form] }
  const returned = withReturnRoundoff(added, form.returnId, { before: order, config, exponent })
  const calculated = calculateTotals(returned, orderTotalsContext(returned, config, order))
  const made = calculated.returnOrderForms.at(-1) as ReturnOrderForm
  const wanted = exchange === null ? 0 : calculateTotals(exchange, orderTotalsContext(exchange, config, null)).remainingPayment
  const unwanted = larger(ZERO, minus(toMinor(made.total, exponent), toMinor(wanted, exponent)))
  const canceledStatuses = canceledReturnStatuses(config.orderTypes)
  const credit = toAmount(defaultCredit(order, { form: made, wanted: unwanted, canceledStatuses, exponent }), exponent)
  const whole = { ...form, grossRoundoff: made.grossRoundoff, creditAmount: request.creditAmount ?? credit }
  refuseMoreThanPaid(order, { request, form: whole }, exponent)
  assertReturnable({
    ...returnCheckContext(calculated, config),
    form: { ...made, creditAmount: whole.creditAmount },
    exponent,
    list: 'returns',
  })
  const isSettled = wanted > 0 && (!whole.creditPayment || whole.creditAmount < made.total)
  refuseOtherBooks(order, { request, config, exchange: isSettled ? exchange : null })
  return { order: { ...order, returnOrderForms: [...order.returnOrderForms, whole] }, returnId: form.returnId }
}

/**
 * An amount that the caller names must be available for refund; a calculated one may be captured
 * later.
 */
function refuseMoreThanPaid(
  order: Order,
  { request, form }: { request: ReturnRequest; form: ReturnOrderForm },
  exponent: number,
): void {
  if (request.creditAmount === undefined || !form.creditPayment) return
  if (toMinor(request.creditAmount, exponent) <= creditableRest(order, exponent)) return
  throw invalid('creditAmount', 'is more than was captured and not credited yet')
}

type Books = { request: ReturnRequest; config: OrderConfig; exchange: Order | null }

/**
 * A register pays out, and an exchange is settled, within the books of one company and currency.
 */
function refuseOtherBooks(order: Order, { request, config, exchange }: Books): void {
  const { storeId, properties = [] } = request
  if (storeId !== undefined && findRegister(properties) !== null && !haveSameBooks(order, { ...order, storeId }, config))
    throw invalid('storeId', 'belongs to another company than the order: its registers cannot pay out')
  if (exchange !== null && !haveSameBooks(order, exchange, config))
    throw invalid('exchangeOrderOptions.storeId', 'belongs to another company: the orders cannot settle each other')
}

/** A patch of one return form. */
export type ReturnPatch = { returnId: string; patch: ReturnFormPatch }

/**
 * The order with one return form patched; the same order when nothing changes
 * (returns.md#return-creation, returns.md#return-patches). Raises `NotFound`, `ValidationFailed`,
 * `TransitionNotAllowed`, `QuantityNotAvailable`, `OrderIsDeleted`, `OrderIsReadOnly`.
 */
export function withPatchedReturn(order: Order, { returnId, patch }: ReturnPatch, context: PatchContext): Order {
  assertWritable(order)
  if (!order.returnOrderForms.some((form) => form.returnId === returnId))
    throw new DomainError('NotFound', `Order "${order.id}" has no return form "${returnId}".`)
  const exponent = orderExponent(order, context.config)
  const problems = ofOneItem()
  if (patch.returnId !== undefined && patch.returnId !== returnId) problems.add('[0].returnId', `is not "${returnId}"`)
  const merging = buildMergeContext({}, context, { problems, exponent })
  const forms = patchedReturnForms(order.returnOrderForms, [{ ...patch, returnId }], {
    order,
    storeIds: context.config.stores.map(({ id }) => id),
    merging,
    exponent,
    path: '',
  })
  problems.throwIfAny()
  return forms === order.returnOrderForms
    ? order
    : withCheckedReturns(order, { ...order, returnOrderForms: forms }, context.config)
}

/** The body is one item, not a list. */
function ofOneItem(): Problems {
  const problems = collectProblems()
  return { ...problems, add: (path, text) => problems.add(path.replace(/^\[0\]\.?/, ''), text) }
}

type CreditInput = { form: ReturnOrderForm; wanted: Minor; canceledStatuses: readonly string[]; exponent: number }

/**
 * What a new form pays back unless its request says otherwise (returns.md#return-creation):
 * `wanted` as far as it is left of what was paid, or is still to be, when refunds without a return
 * and those of the other forms are taken off. A form may round its own refund up beyond that.
 */
function defaultCredit(order: Order, { form, wanted, canceledStatuses, exponent }: CreditInput): Minor {
  const minor = (amount: number | null) => toMinor(amount ?? 0, exponent)
  const paid = larger(sumPayments(countingPayments(order, 'Capture', 'Sale', 'Invoiced'), exponent), minor(order.orderForm.total))
  const isCanceled = isStatusIn(canceledStatuses)
  const owed = order.returnOrderForms.map((other) => {
    if (isCanceled(other.status) || !other.creditPayment) return ZERO
    return larger(ZERO, minus(minor(other.creditAmount), refundedAmounts(order, other, exponent).paidOut))
  })
  const given = plus(sumPayments(countingPayments(order, 'Credit'), exponent), sum(owed))
  const rounding = larger(ZERO, minus(minor(form.grossRoundoff), minor(order.orderForm.grossRoundoff)))
  return larger(ZERO, smaller(wanted, plus(minus(paid, given), rounding)))
}
