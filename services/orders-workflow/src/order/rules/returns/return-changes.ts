import type { OrderType } from '@open-oms/contracts/config/order-types'
import { DomainError, type ErrorTexts } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { EXCHANGE_METHOD } from '@open-oms/contracts/orders/payment'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { type Minor, sum, toMinor } from '@open-oms/money/minor'
import { isEqual } from '../context/changed-fields.ts'
import { type OrderConfig, orderTotalsContext } from '../context/order-context.ts'
import { canceledStatusNames, findReturnType, isStatusIn } from '../context/return-type.ts'
import { calculateTotals } from '../totals/order-totals.ts'
import { isEffective } from '../totals/payment-totals.ts'
import { isPaidBack } from '../totals/return-totals.ts'

/** Decimals in which amounts of every currency are whole numbers. */
const CURRENCY_DECIMALS_MAX = 4

// Which fields of a return form may still change (returns.md#return-patches): less after it was
// paid back, and while a step of it calls a provider.

/**
 * Refuses to cancel a form that was refunded, with `TransitionNotAllowed`: its units could be
 * returned and refunded a second time.
 */
export function assertNotPaidBack(
  form: Pick<ReturnOrderForm, 'returnId' | 'creditPaymentTotal'>,
  status: string,
  type: OrderType,
): void {
  if (!isPaidBack(form) || !isStatusIn(canceledStatusNames(type))(status)) return
  throw new DomainError('TransitionNotAllowed', `Return form "${form.returnId}" has been paid back and cannot be cancelled.`)
}

/**
 * Refuses an order that replaces another to cancel a return form that was refunded, or to change
 * its money or lines (ADR 43). Raises `TransitionNotAllowed` and `ValidationFailed`.
 */
export function assertPaidBackStays(before: Order, after: Order, config: OrderConfig): void {
  const type = findReturnType(config.orderTypes)
  const paidBack = before.returnOrderForms.filter((form) => isPaidBack(form))
  if (type === undefined || paidBack.length === 0) return
  const { returnOrderForms } = calculateTotals(after, orderTotalsContext(after, config, before))
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

/** What a form has paid out, other than by an exchange. */
export function paidOutAmount({ payments }: ReturnOrderForm, exponent: number): Minor {
  const credits = payments.filter((payment) => isEffective(payment) && payment.transactionType === 'Credit')
  const paidOut = credits.filter(({ paymentMethodName }) => paymentMethodName !== EXCHANGE_METHOD)
  return sum(paidOut.map(({ amount }) => toMinor(amount, exponent)))
}

/**
 * Whether only a part of a form's `creditAmount` was paid out, and it stays at least that part: the
 * form can be completed for the remainder.
 */
function keepsPaidOutAmount(earlier: ReturnOrderForm, form: ReturnOrderForm): boolean {
  const paidOut = paidOutAmount(earlier, CURRENCY_DECIMALS_MAX)
  const [before, after] = [earlier, form].map(({ creditAmount }) => toMinor(creditAmount, CURRENCY_DECIMALS_MAX)) as [
    Minor,
    Minor,
  ]
  return before > paidOut && after >= paidOut
}

/**
 * Refuses changes to the amounts and lines of a refunded form (returns.md#return-patches). The
 * part of its `creditAmount` that is not paid out yet may change.
 */
export function assertSettledAmounts(earlier: ReturnOrderForm | undefined, form: ReturnOrderForm, at = ''): void {
  if (earlier === undefined || !isPaidBack(earlier)) return
  const changed = money
    .map((fields) => Object.entries(fields).filter(([field]) => isDifferent(earlier, form, field as keyof ReturnOrderForm)))
    .map((fields) => (keepsPaidOutAmount(earlier, form) ? fields.filter(([field]) => field !== 'creditAmount') : fields))
    .find((fields) => fields.length > 0)
  const names = isEqual(comparableLines(earlier), comparableLines(form)) ? (changed ?? []).map(([, path]) => path) : ['lineItems']
  const paths = names.map((name) => `${at}${name}`)
  const [first] = paths
  if (first === undefined) return
  const text = 'cannot change: the return form has been paid back'
  const errors: ErrorTexts = Object.fromEntries(paths.map((path) => [path, [text]]))
  throw new DomainError('ValidationFailed', `${first} ${text}.`, { errors })
}

function isDifferent(a: ReturnOrderForm, b: ReturnOrderForm, field: keyof ReturnOrderForm): boolean {
  return !isEqual(a[field], b[field])
}

function comparableLines({ lineItems }: ReturnOrderForm) {
  return lineItems.map(({ lineItemId, code, quantity, extendedPrice, taxTotal, updateStock }) => {
    return { lineItemId, code, quantity, extendedPrice, taxTotal, updateStock }
  })
}

/**
 * The ids of the return forms whose status, goods or money differ between two versions of an order,
 * and of forms that only the first version has. The totals of the second need
 * not be calculated.
 */
export function returnsChangedInUse(before: Order, after: Order, config: OrderConfig): string[] {
  if (before.returnOrderForms.length === 0) return []
  const { returnOrderForms } = calculateTotals(after, orderTotalsContext(after, config, before))
  const changed = before.returnOrderForms.filter((earlier) => {
    const form = returnOrderForms.find(({ returnId }) => returnId === earlier.returnId)
    return form === undefined || !isEqual(earlier.payments, form.payments) || !claimsTheSame(earlier, form)
  })
  return changed.map(({ returnId }) => returnId)
}

/** Whether two versions of a return form have the same status, goods and amounts. */
export function claimsTheSame(a: ReturnOrderForm, b: ReturnOrderForm): boolean {
  return isEqual(comparableClaims(a), comparableClaims(b))
}

function comparableClaims(form: ReturnOrderForm) {
  const amounts = money.flatMap((fields) => Object.keys(fields)).map((field) => form[field as keyof ReturnOrderForm])
  return { status: form.status, lines: comparableLines(form), amounts }
}
