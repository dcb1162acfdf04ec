import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment } from '@open-oms/contracts/orders/payment'
import { stepProperty } from '@open-oms/extend/step'
import { currencyExponent } from '@open-oms/money/currency'
import { REFUND_FOR, REFUND_FOR_SHIPPING } from '../../../../order/rules/payments/payment-scope.ts'
import { withProperties } from '../../../../order/rules/shipments/shipment-info.ts'
import {
  type AmountOfPayment,
  captureMoves,
  REQUEST_ID,
  refundMoves,
  voidMoves,
} from '../../../payments/domain/requested-moves.ts'
import type { StepContext } from '../step-definition.ts'
import { defineRequestedTransfer } from './transfers.ts'

/** Pays back an amount without a return (payments.md#refund-without-a-return). */
export const refundAmount = defineRequestedTransfer({
  names: ['RefundAmount'],
  operation: 'refund',
  nothing: 'It is paid back already.',
  due: (order, context) =>
    refundMoves(order, {
      ...requestedAmount(order, context),
      allocations: context.allocationsOf(order),
      ...refundSubject(context),
    }),
  recorded,
})

/** Captures an amount of what is authorised (payments.md#capture-and-void-by-hand). */
export const captureAmount = defineRequestedTransfer({
  names: ['CaptureAmount'],
  operation: 'capture',
  nothing: 'It is captured already.',
  due: (order, context) => captureMoves(order, requestedAmount(order, context)),
  recorded,
})

/** Gives up an amount of what is authorised (payments.md#capture-and-void-by-hand). */
export const voidAmount = defineRequestedTransfer({
  names: ['VoidAmount'],
  operation: 'cancel',
  nothing: 'It is given up already.',
  due: (order, context) => voidMoves(order, requestedAmount(order, context)),
  recorded,
})

function requestedAmount(order: Order, { step, now, currencyOf }: StepContext): AmountOfPayment {
  return {
    requestId: step.id,
    amount: Number(stepProperty(step, 'Amount')),
    paymentId: stepProperty(step, 'PaymentId'),
    exponent: currencyExponent(currencyOf(order)),
    now,
  }
}

function refundSubject({ step }: StepContext) {
  const lines = step.properties.flatMap(({ key, value }) => (key === 'LineItemId' && value !== null ? [value] : []))
  return { lineItemIds: lines, isShipping: stepProperty(step, REFUND_FOR) === REFUND_FOR_SHIPPING }
}

/** The payments say which request they are of, who asked for them, and why. */
function recorded(order: Order, payments: readonly Payment[], { step }: StepContext): Order {
  const [reason, note] = [stepProperty(step, 'Reason'), stepProperty(step, 'Note')]
  const isShipping = stepProperty(step, REFUND_FOR) === REFUND_FOR_SHIPPING
  const own = [{ key: REQUEST_ID, value: step.id }, ...(isShipping ? [{ key: REFUND_FOR, value: REFUND_FOR_SHIPPING }] : [])]
  const ids = new Set(payments.map(({ id }) => id))
  const marked = order.orderForm.payments
    .filter(({ id }) => ids.has(id))
    .map((payment) => ({
      ...payment,
      isManuallyAdded: true,
      comment: note ?? payment.comment,
      reason: payment.reason ?? reason,
      properties: withProperties(payment.properties, own),
    }))
  const byId = new Map(marked.map((payment) => [payment.id, payment]))
  const all = order.orderForm.payments.map((payment) => byId.get(payment.id) ?? payment)
  return { ...order, orderForm: { ...order.orderForm, payments: all } }
}
