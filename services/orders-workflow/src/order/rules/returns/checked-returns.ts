import { invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { currencyExponent } from '@open-oms/money/currency'
import { plus, toMinor, ZERO } from '@open-oms/money/minor'
import { type OrderConfig, orderCurrency, orderTotalsContext } from '../context/order-context.ts'
import { canceledReturnStatuses, canceledStatusNames, findReturnType, isStatusIn } from '../context/return-type.ts'
import { effectiveOrderType } from '../status/order-type.ts'
import { assertTransitionAllowed, requireStatus } from '../status/transitions.ts'
import { calculateTotals } from '../totals/order-totals.ts'
import { assertNotPaidBack, assertSettledAmounts, claimsTheSame, paidOutAmount } from './return-changes.ts'
import { assertReturnable, creditableRest } from './return-checks.ts'
import { withReturnRoundoff } from './return-roundoff.ts'

/**
 * An order whose return forms were patched: those that changed take back and credit no more than
 * there is, have statuses of return forms, and the rounding of the goods that they take. Raises
 * what `assertReturnable` raises, `ValidationFailed` and `TransitionNotAllowed`.
 */
export function withCheckedReturns(before: Order, patched: Order, config: OrderConfig): Order {
  if (patched.returnOrderForms === before.returnOrderForms) return patched
  const known = new Map(before.returnOrderForms.map((form) => [form.returnId, form]))
  const isChanged = (form: ReturnOrderForm) => known.get(form.returnId) !== form
  const exponent = orderExponent(patched, config)
  // The last form that changed takes the last goods.
  const after = patched.returnOrderForms
    .filter(isChanged)
    .reduceRight((order, { returnId }) => withReturnRoundoff(order, returnId, { before, config, exponent }), patched)
  const calculated = calculateTotals(after, orderTotalsContext(after, config, before))
  for (const form of after.returnOrderForms) if (isChanged(form)) checkStatus(known.get(form.returnId), form, config)
  for (const [index, form] of after.returnOrderForms.entries()) {
    if (!isChanged(form)) continue
    const whole = calculated.returnOrderForms[index] as ReturnOrderForm
    const earlier = known.get(form.returnId)
    assertSettledAmounts(earlier, whole)
    // What the order has become since does not hinder notes and numbers.
    if (earlier !== undefined && claimsTheSame(earlier, whole)) continue
    assertReturnable({ ...returnCheckContext(calculated, config), form: whole, exponent, list: 'lineItems' })
    assertCreditable(calculated, { earlier, form: whole, exponent })
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

type CreditInput = { earlier: ReturnOrderForm | undefined; form: ReturnOrderForm; exponent: number }

/** A default credit, the total of the form, may be captured later; another one must be there. */
function assertCreditable(order: Order, { earlier, form, exponent }: CreditInput): void {
  const { creditAmount, creditPayment, total } = form
  if (!creditPayment || creditAmount === total || creditAmount === earlier?.creditAmount) return
  const most = plus(creditableRest(order, exponent), earlier === undefined ? ZERO : paidOutAmount(earlier, exponent))
  if (toMinor(creditAmount, exponent) > most) throw invalid('creditAmount', 'is more than was captured and not credited yet')
}

function checkStatus(earlier: ReturnOrderForm | undefined, { status }: ReturnOrderForm, { orderTypes }: OrderConfig): void {
  const type = findReturnType(orderTypes)
  if (type === undefined || status === null || status === earlier?.status) return
  requireStatus(type, status, 'status')
  if (earlier === undefined) return
  assertTransitionAllowed(type, earlier.status, status)
  assertNotPaidBack(earlier, status, type)
}

/** The input of the checks of return forms; the order has its totals. */
export function returnCheckContext(order: Order, { orderTypes }: OrderConfig) {
  const ofOrder = canceledStatusNames(effectiveOrderType(order, orderTypes))
  return { order, canceledStatuses: { ofForms: canceledReturnStatuses(orderTypes), ofOrder } }
}

/** Decimals of the order's currency. */
export function orderExponent(order: Order, config: OrderConfig): number {
  return currencyExponent(orderCurrency(order, config))
}
