import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment } from '@open-oms/contracts/orders/payment'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import { currencyExponent } from '@open-oms/money/currency'
import type { Payers } from '../../../payments/domain/refund-payers.ts'
import { canceledLinesRefundDue, returnRefundDue } from '../../../payments/domain/refunds-due.ts'
import { findRunReturnForm, withForm } from '../return-form.ts'
import type { StepContext } from '../step-definition.ts'
import { defineTransferStep, transferErrors } from './transfers.ts'
import { withPayments } from './with-payments.ts'

/**
 * Pays back the `creditAmount` of the run's return form; the Credit payments name the form's lines
 * and are in the order's payments and in the form's, which is how they are known to be for it
 * (workflow-steps.md#payment-steps, payment-allocation.md#allocation-entries).
 */
export const creditReturn = defineTransferStep({
  names: ['CreditReturn'],
  reference: {
    does: 'Pays back the `creditAmount` of the return form; appends `Credit` payments to the order and the form',
    conditions: ['the run is of a return form'],
    connectorKinds: ['payment'],
    warnings: ['there is nothing to credit'],
    errors: [...transferErrors, 'the amount exceeds what was captured'],
    section: 'payment-steps',
    example: { within: { orderType: 'ReturnOrder', status: 'Completed' }, stopOnError: true },
  },
  operation: 'refund',
  nothing: 'There is nothing to credit.',
  due(order, context) {
    const form = findRunReturnForm(order, context)
    if (form === undefined) return { moves: [], shortfall: null }
    const due = returnRefundDue(order, form, refundPayers(order, context))
    if (form.payments.length + due.moves.length <= LIST_MAX) return due
    return { moves: [], shortfall: `The return form would have more than ${LIST_MAX} payments.` }
  },
  recorded: (order: Order, payments: readonly Payment[], context: StepContext) =>
    withForm(order, context, (form) => ({ ...form, payments: withPayments(form.payments, payments) })),
})

/**
 * Pays back what was captured for cancelled lines, and for the shipping of what is cancelled whole;
 * one Credit payment for each of them and payment that it is taken from
 * (workflow-steps.md#payment-steps).
 */
export const creditCancelledOrderLines = defineTransferStep({
  names: ['CreditCancelledOrderLines'],
  reference: {
    does: 'Pays back what was captured for cancelled lines, and for the shipping of shipments that are cancelled whole; appends `Credit` payments',
    conditions: ['a cancelled line was captured'],
    connectorKinds: ['payment'],
    warnings: ['there is nothing to credit'],
    errors: [...transferErrors, 'the amount exceeds what was captured'],
    section: 'payment-steps',
    example: { within: { orderType: 'Online', status: 'Cancelled' } },
  },
  operation: 'refund',
  nothing: 'There is nothing to credit.',
  due: (order, context) => canceledLinesRefundDue(order, { shipmentId: context.run.shipmentId, ...refundPayers(order, context) }),
})

function refundPayers(order: Order, { currencyOf, allocationsOf }: StepContext): Payers {
  return { allocations: allocationsOf(order), exponent: currencyExponent(currencyOf(order)) }
}
