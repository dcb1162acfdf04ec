import { type Static, type TProperties, Type } from '@sinclair/typebox'
import { Amount, DateTime, described, Model, Nullable, Text } from '../primitives.ts'
import { ConnectorPending, ConnectorRefusal, doneFields } from './outcomes.ts'

/** Operations that move money. */
export const paymentOperations = ['authorize', 'capture', 'cancel', 'refund'] as const
export type PaymentOperation = (typeof paymentOperations)[number]

/** Operations on the link by which a customer pays; a provider may have none of them. */
export const linkOperations = ['link', 'unlink'] as const
export type LinkOperation = (typeof linkOperations)[number]

export const ProviderReference = Model(
  'ProviderReference',
  {
    transactionId: described(Nullable(Text), 'What the provider gave, or what the order was created with.'),
    authorizationCode: described(Nullable(Text), 'The code that the provider gave with it.'),
  },
  'An earlier payment, as the provider names it.',
)
export type ProviderReference = Static<typeof ProviderReference>

const orderFields = {
  orderId: described(Text, 'The order.'),
  amount: described(
    Type.Unsafe<number>({ ...Amount, minimum: 0 }),
    'In the main unit of the currency, with no more decimals than that has.',
  ),
  currency: described(Type.String({ pattern: '^[A-Z]{3}$' }), 'ISO 4217.'),
  paymentMethodName: described(Text, 'The payment method of the order.'),
}
const none = { authorization: Type.Null(), capture: Type.Null() }
const Authorization = described(ProviderReference, 'The authorisation that it is about.')

function request<const Operation extends string, Fields extends TProperties>(operation: Operation, fields: Fields) {
  return { operation: Type.Literal(operation), ...orderFields, ...fields }
}

export const PaymentAuthorizeRequest = Model(
  'PaymentAuthorizeRequest',
  request('authorize', none),
  'A new authorisation of `amount`.',
)
export const PaymentCaptureRequest = Model(
  'PaymentCaptureRequest',
  request('capture', { authorization: Authorization, capture: Type.Null() }),
  'Takes `amount` of an authorisation; its rest remains.',
)
export const PaymentCancelRequest = Model(
  'PaymentCancelRequest',
  request('cancel', { authorization: Authorization, capture: Type.Null() }),
  'Gives up `amount` of an authorisation; its rest remains.',
)
export const PaymentRefundRequest = Model(
  'PaymentRefundRequest',
  request('refund', { authorization: Type.Null(), capture: described(ProviderReference, 'What was captured.') }),
  'Pays back `amount` of what was captured.',
)

const expires = described(DateTime, 'Until when the customer may pay.')
export const PaymentLinkRequest = Model(
  'PaymentLinkRequest',
  request('link', { ...none, link: Type.Object({ expires, transactionId: Type.Null() }) }),
  'A page at which the customer pays `amount`. The provider sends it to nobody.',
)
export const PaymentUnlinkRequest = Model(
  'PaymentUnlinkRequest',
  request('unlink', {
    ...none,
    link: Type.Object({ expires, transactionId: described(Nullable(Text), 'The transaction of the link.') }),
  }),
  'Nobody can pay by the link any more: `done` where it is withdrawn or expired, `refused` where it is paid.',
)

/** The requests by their operation (connectors.md#payment-protocol). */
export const paymentRequests = {
  authorize: PaymentAuthorizeRequest,
  capture: PaymentCaptureRequest,
  cancel: PaymentCancelRequest,
  refund: PaymentRefundRequest,
  link: PaymentLinkRequest,
  unlink: PaymentUnlinkRequest,
}
export type PaymentRequests = { [Operation in keyof typeof paymentRequests]: Static<(typeof paymentRequests)[Operation]> }

const transactionId = described(
  Type.String({ minLength: 1, maxLength: 200 }),
  "The provider's name of the new transaction, in one line; another one for each transaction.",
)

export const PaymentDone = Model('PaymentDone', { ...doneFields, transactionId }, 'The money has moved.')
export const AuthorizationDone = Model(
  'AuthorizationDone',
  {
    ...doneFields,
    transactionId,
    authorizationCode: Type.Optional(described(Type.String(), 'The code that goes with the authorisation.')),
    authorizationExpires: Type.Optional(described(DateTime, 'From when the authorisation is not captured any more.')),
  },
  'The money is reserved.',
)
export const LinkDone = Model(
  'LinkDone',
  {
    ...doneFields,
    transactionId: described(transactionId, 'Under which the payment is reported by AddPayments later.'),
    url: described(Type.String({ pattern: '^https?://', maxLength: 2_000 }), 'The address of the page.'),
    expires: Type.Optional(described(DateTime, 'Until when the customer may pay, where it differs from what was asked.')),
  },
  'The customer can pay at the page.',
)

/** The answers by operation: `done` is another one for each. */
export const paymentAnswers = {
  authorize: Type.Union([AuthorizationDone, ConnectorRefusal, ConnectorPending]),
  capture: Type.Union([PaymentDone, ConnectorRefusal, ConnectorPending]),
  cancel: Type.Union([PaymentDone, ConnectorRefusal, ConnectorPending]),
  refund: Type.Union([PaymentDone, ConnectorRefusal, ConnectorPending]),
  link: Type.Union([LinkDone, ConnectorRefusal, ConnectorPending]),
  unlink: Type.Union([PaymentDone, ConnectorRefusal, ConnectorPending]),
}
export type PaymentAnswers = { [Operation in keyof typeof paymentAnswers]: Static<(typeof paymentAnswers)[Operation]> }
