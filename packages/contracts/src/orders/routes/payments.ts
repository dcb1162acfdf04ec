import { Type } from '@sinclair/typebox'
import { described, InputModel, List } from '../../primitives.ts'
import { defineRoute } from '../../route.ts'
import { Order } from '../order.ts'
import { Payment } from '../payment.ts'
import { PaymentOption } from '../payments/payment-option.ts'
import { OrderId } from './order-params.ts'

/** A payment as a client sends it (payments.md#sent-payments). */
export const NewPayment = InputModel(
  Payment,
  ['amount', 'paymentMethodName', 'transactionId', 'transactionType', 'status'],
  'NewPayment',
)

const PaymentList = Type.Union([
  List(NewPayment),
  Type.Object({ payments: described(List(NewPayment), 'The payments, as the list alone has them.') }),
])

const addPaymentsBase = {
  url: '/api/Orders/:orderId/AddPayments',
  summary: 'Adds payments to an order and leaves the others as they are.',
  description:
    'The body is a list of payments, or an object with a field `payments`. A payment with the id, or with the transaction id ' +
    'and type, of one that the order has already updates that one.',
  tags: ['Payments'],
  access: ['OrderAdmin'],
  params: Type.Object({ orderId: OrderId }),
  body: PaymentList,
  responses: { 200: Order },
  carriesVersion: true,
  allowsMinimal: true,
} as const

export const addPayments = defineRoute({ ...addPaymentsBase, method: 'POST', operationId: 'addPayments', audit: 'WithEffect' })
export const addPaymentsByPut = defineRoute({
  ...addPaymentsBase,
  method: 'PUT',
  operationId: 'addPaymentsByPut',
  audit: 'WithEffect',
})

export const putPayments = defineRoute({
  method: 'PUT',
  url: '/api/Orders/:orderId/PutPayments',
  operationId: 'putPayments',
  audit: 'WithEffect',
  summary: 'Replaces all payments of an order.',
  description:
    'The body is a list of payments, or an object with a field `payments`; an empty list removes all. Ids that are sent are kept, and a ' +
    'payment that is sent without one keeps the id that the order has it under.',
  tags: ['Payments'],
  access: ['OrderAdmin'],
  params: Type.Object({ orderId: OrderId }),
  body: PaymentList,
  responses: { 200: Order },
  carriesVersion: true,
  allowsMinimal: true,
})

export const getPaymentOptions = defineRoute({
  method: 'GET',
  url: '/api/Orders/:orderId/GetPaymentOptions',
  operationId: 'getPaymentOptions',
  summary: "Lists the ways to pay that the order's market offers.",
  description:
    'The active methods of the configuration that are offered in the market of the order; those without markets are offered everywhere. Nothing is shown that a provider ' +
    'is reached with.',
  tags: ['Payments'],
  access: ['OrderRead'],
  params: Type.Object({ orderId: OrderId }),
  responses: { 200: Type.Array(PaymentOption) },
})

/** Every route about the payments of an order. */
export const paymentsRoutes = [addPayments, addPaymentsByPut, putPayments, getPaymentOptions] as const
