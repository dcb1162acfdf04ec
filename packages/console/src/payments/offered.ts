import type { Order } from '@open-oms/client/types'
import { isOpenToChanges } from '../order/offered-actions.ts'

type Payment = Order['orderForm']['payments'][number]

const COUNTING: ReadonlySet<Payment['status']> = new Set(['Processed', 'Paid', 'Approved'])

function sum(order: Order, ...types: readonly Payment['transactionType'][]): number {
  const counting = order.orderForm.payments.filter(
    ({ status, transactionType }) => COUNTING.has(status) && types.includes(transactionType),
  )
  return counting.reduce((total, { amount }) => total + amount, 0)
}

/** Whether money of an order was captured that is not refunded. */
export function hasRefundable(order: Order): boolean {
  return isOpenToChanges(order) && sum(order, 'Capture', 'Sale', 'Invoiced') > sum(order, 'Credit')
}

/** Whether something of an order is authorised that is neither captured nor voided. */
export function hasAuthorised(order: Order): boolean {
  return isOpenToChanges(order) && sum(order, 'Authorization') > sum(order, 'Capture', 'Void')
}

/** The invoices of an order that nobody has paid yet. */
export function unpaidInvoices({ orderForm }: Pick<Order, 'orderForm'>): Payment[] {
  return orderForm.payments.filter(({ status, transactionType }) => transactionType === 'Invoiced' && status === 'Processed')
}

/** Whether an order wants money that someone may have received outside of the system. */
export function wantsPayment(order: Order): boolean {
  return isOpenToChanges(order) && (order.netTotal > order.orderForm.capturedPaymentTotal || unpaidInvoices(order).length > 0)
}

type Reasons = readonly { actions: readonly { code?: string }[] }[]

/** Whether the API offers to send or to withdraw a link. */
export function offersLink(reasons: Reasons): boolean {
  return reasons.some(({ actions }) => actions.some(({ code }) => code === 'SendPaymentLink' || code === 'WithdrawPaymentLink'))
}
