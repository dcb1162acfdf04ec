import { larger, type Minor, minus, negated, sum, toAmount, toMinor, ZERO } from '@oms/money/minor'
import { canceledReturnStatuses, isStatusIn } from '../../../order/rules/context/return-type.ts'
import { capturedRests } from '../../../order/rules/payments/authorised-rest.ts'
import { refundMethodName } from '../../payments/domain/money-move.ts'
import { evidence, type Facts, hasOpenUnits, orderUrl, type Reason, reason, statusOfOrder } from './facts.ts'

/**
 * What was captured of an order that is over, and neither paid back nor what it costs; what its
 * return forms credit has reasons of its own.
 */
export function overpaidAmount(facts: Facts): number {
  const { order, exponent, types } = facts
  if (statusOfOrder(facts)?.isCanceledStatus !== true && hasOpenUnits(facts)) return 0
  const { capturedPaymentTotal, creditPaymentTotal } = order.orderForm
  const minor = (amount: number): Minor => toMinor(amount, exponent)
  const isCanceled = isStatusIn(canceledReturnStatuses(types))
  const credited = order.returnOrderForms
    .filter(({ status }) => !isCanceled(status))
    .map((form) => larger(ZERO, minus(minor(form.total), minor(form.creditPaymentTotal))))
  const kept = minus(minor(capturedPaymentTotal), minor(creditPaymentTotal))
  return toAmount(larger(ZERO, sum([kept, negated(minor(order.netTotal)), negated(sum(credited))])), exponent)
}

/** Money of the customer that nothing pays back by itself (money.md#payment-status). */
export function overpaid(facts: Facts): Reason | null {
  const { order, orderId, exponent, currency } = facts
  const amount = overpaidAmount(facts)
  if (amount === 0) return null
  const [source] = capturedRests(order, exponent).filter(({ rest }) => rest > 0)
  const payment = {
    amount,
    paymentMethodName: (source === undefined ? null : refundMethodName(source.payment)) ?? '<method>',
    transactionId: "<the provider's transaction>",
    transactionType: 'Credit',
    status: 'Processed',
  }
  const { netTotal, orderForm, updateStatusDate } = order
  const { capturedPaymentTotal, creditPaymentTotal } = orderForm
  return reason(facts, {
    code: 'Overpaid',
    about: { kind: 'Order', id: orderId },
    sentence: `${amount} ${currency} more are captured than the order costs, and no step pays them back.`,
    since: updateStatusDate,
    actions: [
      {
        sentence: 'Pay it back to the customer, and record the refund.',
        method: 'POST',
        url: orderUrl(facts, 'AddPayments'),
        body: { payments: [payment] },
      },
    ],
    evidence: [evidence('Order', { overpaid: amount, netTotal, capturedPaymentTotal, creditPaymentTotal })],
  })
}
