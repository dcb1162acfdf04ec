import { invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment } from '@open-oms/contracts/orders/payment'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import type { OrderConfig } from '../context/order-context.ts'
import { deliveredStatusNames, findReturnType, isStatusIn } from '../context/return-type.ts'
import { paymentFinder } from '../payments/order-payments.ts'
import { isPaidBack } from '../totals/return-totals.ts'

type Types = Pick<OrderConfig, 'orderTypes'>
type Forms = ReturnOrderForm[]

/**
 * An order that replaces the stored one, with the settled payments and return forms that were not
 * sent (ADR 43): those that moved money or goods cannot be undone by leaving them out. Sent ones
 * count as sent. Raises `ValidationFailed` when a list would become too long.
 */
export function withSettledEntries(order: Order, stored: Order, types: Types): Order {
  const form = order.orderForm
  const payments = withSettledPayments(form.payments, stored.orderForm.payments, 'orderForm.payments')
  const returnOrderForms = withSettledForms(order.returnOrderForms, stored.returnOrderForms, types)
  const orderForm = payments === form.payments ? form : { ...form, payments }
  return { ...order, orderForm, returnOrderForms }
}

/**
 * Refuses a patch that removes return forms which have moved money or goods (ADR 43). Raises
 * `ValidationFailed`.
 */
export function assertSettledFormsStay(before: Order, after: Order, types: Types): void {
  const [form] = missingSettledForms(after.returnOrderForms, before.returnOrderForms, types)
  if (form === undefined) return
  throw invalid('returnOrderForms', `cannot be without return form "${form.returnId}", which has moved money or goods`)
}

const MONEY_TYPES: ReadonlySet<Payment['transactionType']> = new Set(['Capture', 'Sale', 'Invoiced', 'Credit'])

/** Whether money was or may have been moved: the result of a pending payment is not known yet. */
function isSettledPayment({ transactionType, status }: Payment): boolean {
  return MONEY_TYPES.has(transactionType) && status !== 'Failed'
}

function missingSettledForms(forms: Forms, stored: Forms, { orderTypes }: Types): Forms {
  if (forms === stored) return []
  const ids = new Set(forms.map(({ returnId }) => returnId))
  const isCompleted = isStatusIn(deliveredStatusNames(findReturnType(orderTypes)))
  const isSettled = (form: ReturnOrderForm) =>
    isCompleted(form.status) || isPaidBack(form) || form.payments.some(isSettledPayment)
  return stored.filter((form) => !ids.has(form.returnId) && isSettled(form))
}

function withSettledForms(sent: Forms, stored: Forms, types: Types): Forms {
  const paid = sent.map((form, index) => {
    const known = stored.find(({ returnId }) => returnId === form.returnId)
    const payments = withSettledPayments(form.payments, known?.payments ?? [], `returnOrderForms[${index}].payments`)
    return payments === form.payments ? form : { ...form, payments }
  })
  const missing = missingSettledForms(paid, stored, types)
  return withMissing(paid, { stored, missing, path: 'returnOrderForms' }, (a, b) => a.returnId === b.returnId)
}

function withSettledPayments(sent: Payment[], stored: Payment[], path: string): Payment[] {
  const indexIn = paymentFinder(stored)
  const indexes = new Map(stored.map((payment) => [payment, indexIn(sent, payment)]))
  const missing = stored.filter((payment) => isSettledPayment(payment) && indexes.get(payment) === -1)
  return withMissing(sent, { stored, missing, path }, (one, payment) => sent.indexOf(one) === indexes.get(payment))
}

type MissingEntries<T> = { stored: readonly T[]; missing: readonly T[]; path: string }

/** The sent items and the missing ones, in the stored order, new items last. */
function withMissing<T>(sent: T[], { stored, missing, path }: MissingEntries<T>, isSame: (a: T, b: T) => boolean): T[] {
  if (missing.length === 0) return sent
  const known = stored.flatMap((item) => (missing.includes(item) ? item : (sent.find((one) => isSame(one, item)) ?? [])))
  const all = [...known, ...sent.filter((one) => !known.includes(one))]
  if (all.length > LIST_MAX)
    throw invalid(path, `would be longer than ${LIST_MAX} with what has moved money or goods and was not sent`)
  return all
}
