import { Type } from '@sinclair/typebox'
import { InputModel, List } from '../../primitives.ts'
import { defineRoute } from '../../route.ts'
import { Order } from '../order.ts'
import { Payment } from '../payment.ts'

/** A payment as a client sends it (document 3, Payment; 4-decisions K.4). */
export const NewPayment = InputModel(Payment, ['amount', 'paymentMethodName', 'transactionId', 'transactionType', 'status'])

const addPaymentsBase = {
  url: '/api/Orders/:orderId/AddPayments',
  summary: 'Adds payments to an order and leaves the others as they are.',
  description:
    'The body is a list of payments, or an object with a member `payments`. A payment with the id, or with the transaction id ' +
    'and type, of one that the order has already updates that one.',
  tags: ['Payments'],
  access: ['OrderAdmin'],
  params: Type.Object({ orderId: Type.String() }),
  body: Type.Union([List(NewPayment), Type.Object({ payments: List(NewPayment) })]),
  responses: { 200: Order },
  carriesVersion: true,
  allowsMinimal: true,
} as const

export const addPayments = defineRoute({ ...addPaymentsBase, method: 'POST', operationId: 'addPayments' })
export const addPaymentsByPut = defineRoute({ ...addPaymentsBase, method: 'PUT', operationId: 'addPaymentsByPut' })

/** Every route that changes the payments of an order. */
export const paymentsRoutes = [addPayments, addPaymentsByPut] as const
