import { DomainError, type ErrorTexts } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import type { ReturnOrderForm } from '@oms/contracts/orders/returns/returns'
import { currencyExponent } from '@oms/money/currency'
import { isEqual } from '../document/changed-fields.ts'
import { currencyOf, type OrderConfig, totalsContextOf } from '../document/order-context.ts'
import { canceledReturnStatuses, canceledStatusesOf, findReturnType, isStatusIn } from '../document/return-type.ts'
import { handlingTypeOf } from '../status/order-type.ts'
import { assertTransitionAllowed, statusOf } from '../status/transitions.ts'
import { calculateTotals } from '../totals/order-totals.ts'
import { isPaidBack } from '../totals/return-totals.ts'
import { assertNotPaidBack } from './enter-return-status.ts'
import { assertReturnable } from './return-checks.ts'

/**
 * An order whose return forms were patched: those that changed take back and credit no more than
 * there is, and have statuses of return forms. Raises what `assertReturnable` raises,
 * `ValidationFailed` and `TransitionNotAllowed`.
 */
export function withCheckedReturns(before: Order, after: Order, config: OrderConfig): Order {
  if (after.returnOrderForms === before.returnOrderForms) return after
  const known = new Map(before.returnOrderForms.map((form) => [form.returnId, form]))
  const isChanged = (form: ReturnOrderForm) => known.get(form.returnId) !== form
  const calculated = calculateTotals(after, totalsContextOf(after, config, before))
  for (const form of after.returnOrderForms) if (isChanged(form)) checkStatus(known.get(form.returnId), form, config)
  for (const [index, form] of after.returnOrderForms.entries()) {
    if (!isChanged(form)) continue
    const whole = calculated.returnOrderForms[index] as ReturnOrderForm
    assertSettledAmounts(known.get(form.returnId), whole)
    assertReturnable({
      ...checkingOf(calculated, config),
      form: whole,
      exponent: exponentOf(after, config),
      list: 'lineItems',
    })
  }
  return after
}

/**
 * An order after a return form has entered a status: a reactivated form takes its units back again
 * if they are still returnable. Raises what `assertReturnable` raises.
 */
export function withReopenedReturn(
  before: Order,
  after: Order,
  { returnId, config }: { returnId: string; config: OrderConfig },
): Order {
  const isCanceled = isStatusIn(canceledReturnStatuses(config.orderTypes))
  const [was, is] = [before, after].map(
    (order) => order.returnOrderForms.find((form) => form.returnId === returnId)?.status ?? null,
  )
  return isCanceled(was ?? null) && !isCanceled(is ?? null) ? withCheckedReturns(before, after, config) : after
}

function checkStatus(earlier: ReturnOrderForm | undefined, { status }: ReturnOrderForm, { orderTypes }: OrderConfig): void {
  const type = findReturnType(orderTypes)
  if (type === undefined || status === null || status === earlier?.status) return
  statusOf(type, status, 'status')
  if (earlier === undefined) return
  assertTransitionAllowed(type, earlier.status, status)
  assertNotPaidBack(earlier, status, type)
}

/**
 * Refuses an order that replaces another to cancel a return form that was refunded, or to change
 * its money or lines (ADR 43). Raises `TransitionNotAllowed` and `ValidationFailed`.
 */
export function assertPaidBackStays(before: Order, after: Order, config: OrderConfig): void {
  const type = findReturnType(config.orderTypes)
  const paidBack = before.returnOrderForms.filter((form) => isPaidBack(form))
  if (type === undefined || paidBack.length === 0) return
  const { returnOrderForms } = calculateTotals(after, totalsContextOf(after, config, before))
  for (const earlier of paidBack) {
    const position = returnOrderForms.findIndex(({ returnId }) => returnId === earlier.returnId)
    const form = returnOrderForms[position] as ReturnOrderForm
    if (form.status !== null && form.status !== earlier.status) assertNotPaidBack(earlier, form.status, type)
    assertSettledAmounts(earlier, form, `returnOrderForms[${position}].`)
  }
}

/** Fields that a patch may set, with their names there; and those that follow from them. */
const money = [
  { creditPayment: 'creditPayment', handlingTotal: 'handlingTotal', grossRoundoff: 'grossRoundoff' },
  { shippingCreditedTotal: 'creditShipmentAmount', returnCharges: 'chargeShipmentCostAmount' },
  { creditAmount: 'creditAmount', total: 'total', taxTotal: 'taxTotal' },
] as const satisfies readonly Partial<Record<keyof ReturnOrderForm, string>>[]

/**
 * Refuses other money and other lines for a form that was refunded: what it says was refunded
 * (returns.md#return-patches).
 */
function assertSettledAmounts(earlier: ReturnOrderForm | undefined, form: ReturnOrderForm, at = ''): void {
  if (earlier === undefined || !isPaidBack(earlier)) return
  const changed = money
    .map((fields) => Object.entries(fields).filter(([field]) => isOther(earlier, form, field as keyof ReturnOrderForm)))
    .find((fields) => fields.length > 0)
  const names = isEqual(linesOf(earlier), linesOf(form)) ? (changed ?? []).map(([, path]) => path) : ['lineItems']
  const paths = names.map((name) => `${at}${name}`)
  const [first] = paths
  if (first === undefined) return
  const text = 'cannot change: the return form has been paid back'
  const errors: ErrorTexts = Object.fromEntries(paths.map((path) => [path, [text]]))
  throw new DomainError('ValidationFailed', `${first} ${text}.`, { errors })
}

function isOther(a: ReturnOrderForm, b: ReturnOrderForm, field: keyof ReturnOrderForm): boolean {
  return !isEqual(a[field], b[field])
}

function linesOf({ lineItems }: ReturnOrderForm) {
  return lineItems.map(({ lineItemId, code, quantity, extendedPrice, taxTotal, updateStock }) => {
    return { lineItemId, code, quantity, extendedPrice, taxTotal, updateStock }
  })
}

/** The input of the checks of return forms; the order has its totals. */
export function checkingOf(order: Order, { orderTypes }: OrderConfig) {
  const ofOrder = canceledStatusesOf(handlingTypeOf(order, orderTypes))
  return { order, canceledStatuses: { ofForms: canceledReturnStatuses(orderTypes), ofOrder } }
}

/** Decimals of the order's currency. */
export function exponentOf(order: Order, config: OrderConfig): number {
  return currencyExponent(currencyOf(order, config))
}
