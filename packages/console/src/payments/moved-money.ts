import type { Order, WorkflowResult } from '@open-oms/client/types'
import { currencyExponent } from '@open-oms/money/currency'
import { type Minor, plus, sum, toAmount, toMinor, ZERO } from '@open-oms/money/minor'
import { paymentRests } from '../order/payments/payment-rests.ts'

type Payment = Order['orderForm']['payments'][number]

/** What a write has moved, or would move, in the currency's units. */
export type MovedMoney = {
  refunded: number
  captured: number
  voided: number
  /** Each refund, capture and void by itself. */
  payments: Payment[]
  /** Why a part of it was not carried out; null: nothing went wrong. */
  failure: string | null
}

/** The payments that a result has and the order before it had not. */
export function movedMoney(
  before: Order,
  { order, orderActionExecutionResults }: WorkflowResult,
  currency: string | null,
): MovedMoney {
  const known = new Set(before.orderForm.payments.map(({ id }) => id))
  const payments = (order?.orderForm.payments ?? []).filter(({ id, status }) => !known.has(id) && status === 'Processed')
  const exponent = currencyExponent(currency ?? '')
  const total = (type: Payment['transactionType']) =>
    toAmount(sum(payments.filter((one) => one.transactionType === type).map(({ amount }) => toMinor(amount, exponent))), exponent)
  const failed = orderActionExecutionResults.find(({ actionStatus }) => actionStatus === 'Error')
  return {
    refunded: total('Credit'),
    captured: total('Capture'),
    voided: total('Void'),
    payments,
    failure: failed === undefined ? null : (failed.errorReason ?? failed.message ?? failed.actionType ?? ''),
  }
}

/** What of an order can be refunded, and what is left of its authorisations. */
export function movableMoney(
  order: Order,
  currency: string | null,
): { refundable: number; authorised: number; capturable: number } {
  const exponent = currencyExponent(currency ?? '')
  const rests = paymentRests(order, currency)
  const total = (isAuthorisation: boolean) =>
    rests
      .filter(({ transactionType }) => (transactionType === 'Authorization') === isAuthorisation)
      .reduce<Minor>((all, { open }) => plus(all, toMinor(open, exponent)), ZERO)
  const unpaid = Math.max(0, toMinor(order.netTotal, exponent) - toMinor(order.orderForm.capturedPaymentTotal, exponent))
  const authorised = total(true)
  return {
    refundable: toAmount(total(false), exponent),
    authorised: toAmount(authorised, exponent),
    capturable: toAmount(Math.min(authorised, unpaid) as Minor, exponent),
  }
}
