import type { Order } from '@open-oms/contracts/orders/order'
import { stepProperty } from '@open-oms/extend/step'
import { currencyExponent } from '@open-oms/money/currency'
import { authorisationDue, usualPaymentMethod } from '../../../payments/domain/authorisation-due.ts'
import { capturesDue, voidsDue } from '../../../payments/domain/captures-due.ts'
import type { StepContext } from '../step-definition.ts'
import { defineTransferStep, transferErrors } from './transfers.ts'

/**
 * Has what is not covered authorised, by the method of property `PaymentMethodName` or as the order
 * was authorised before; appends Authorization payments (workflow-steps.md#payment-steps).
 */
export const authorizePayment = defineTransferStep({
  names: ['AuthorizePayment'],
  properties: {
    PaymentMethodName: {
      values: /\S/,
      type: 'text',
      meaning: 'The payment method to authorise by.',
      default: 'the method that the order was authorised by before',
      limits: null,
    },
  },
  reference: {
    does: 'Has what is not covered authorised; appends `Authorization` payments',
    conditions: ['something of the total is not covered'],
    connectorKinds: ['payment'],
    warnings: ['there is nothing to authorise'],
    errors: transferErrors,
    section: 'payment-steps',
    example: {
      within: { orderType: 'Online', status: 'New' },
      stopOnError: true,
      properties: [{ key: 'PaymentMethodName', value: 'Card' }],
    },
  },
  operation: 'authorize',
  nothing: 'There is nothing to authorise.',
  due(order, context) {
    const paymentMethodName = stepProperty(context.step, 'PaymentMethodName') ?? usualPaymentMethod(order)
    return authorisationDue(order, { ...stepPaymentScope(order, context), paymentMethodName })
  },
})

/**
 * Captures what is due, up to the authorised rest; appends Capture payments, processed or failed
 * (workflow-steps.md#payment-steps).
 */
export const capturePayments = defineTransferStep({
  names: ['CapturePayments', 'CapturePayment'],
  reference: {
    does: 'Captures what is due, up to the authorised rest; appends `Capture` payments, `Processed` or `Failed`',
    conditions: ['something is due that is not captured'],
    connectorKinds: ['payment'],
    warnings: ['there is nothing to capture'],
    errors: [...transferErrors, 'an authorisation has expired or is too small'],
    section: 'payment-steps',
    example: { within: { orderType: 'Online', status: 'Shipped' }, stopOnError: true, retryFor: '24h' },
  },
  operation: 'capture',
  nothing: 'There is nothing to capture.',
  due: (order, context) => capturesDue(order, stepPaymentScope(order, context)),
})

/**
 * Voids the authorised remainder that is no longer needed; appends Void payments
 * (workflow-steps.md#payment-steps).
 */
export const cancelPayments = defineTransferStep({
  names: ['CancelPayments'],
  reference: {
    does: 'Voids the authorised remainder that is no longer needed; appends `Void` payments',
    conditions: ['an authorised rest is not needed'],
    connectorKinds: ['payment'],
    warnings: ['there is nothing to void'],
    errors: [...transferErrors, 'a capture has no response yet'],
    section: 'payment-steps',
    example: { within: { orderType: 'Online', status: 'Cancelled' } },
  },
  operation: 'cancel',
  nothing: 'There is nothing to void.',
  due: (order, context) => voidsDue(order, stepPaymentScope(order, context)),
})

function stepPaymentScope(order: Order, { run, now, currencyOf }: StepContext) {
  return { shipmentId: run.shipmentId, exponent: currencyExponent(currencyOf(order)), now }
}
