import type { Order } from '@oms/contracts/orders/order'
import { currencyExponent } from '@oms/money/currency'
import { authorisationDue, usualPaymentMethod } from '../../../payments/domain/authorisation-due.ts'
import { capturesDue, voidsDue } from '../../../payments/domain/money-to-move.ts'
import { type StepContext, stepProperty } from '../step-definition.ts'
import { defineTransferStep } from './transfers.ts'

/**
 * Has what is not covered authorised, by the method of property `PaymentMethodName` or as the order
 * was authorised before; appends Authorization payments (workflow-steps.md#payment-steps).
 */
export const authorizePayment = defineTransferStep({
  names: ['AuthorizePayment'],
  properties: { PaymentMethodName: /\S/ },
  operation: 'authorize',
  nothing: 'There is nothing to authorise.',
  due(order, context) {
    const paymentMethodName = stepProperty(context.step, 'PaymentMethodName') ?? usualPaymentMethod(order)
    return authorisationDue(order, { ...scopeOf(order, context), paymentMethodName })
  },
})

/**
 * Captures what is due, up to the authorised rest; appends Capture payments, processed or failed
 * (workflow-steps.md#payment-steps).
 */
export const capturePayments = defineTransferStep({
  names: ['CapturePayments', 'CapturePayment'],
  operation: 'capture',
  nothing: 'There is nothing to capture.',
  due: (order, context) => capturesDue(order, scopeOf(order, context)),
})

/**
 * Voids what of the authorised rest is not needed any more; appends Void payments
 * (workflow-steps.md#payment-steps).
 */
export const cancelPayments = defineTransferStep({
  names: ['CancelPayments'],
  operation: 'cancel',
  nothing: 'There is nothing to void.',
  due: (order, context) => voidsDue(order, scopeOf(order, context)),
})

function scopeOf(order: Order, { run, now, currencyOf }: StepContext) {
  return { shipmentId: run.shipmentId, exponent: currencyExponent(currencyOf(order)), now }
}
