import { type Static, Type } from '@sinclair/typebox'
import { AmountFromZero, described, Flag, InputModel, List, Model, Nullable, Text, Word } from '../../primitives.ts'
import { defineRoute } from '../../route.ts'
import { OrderWorkflowExecutionResult } from '../workflow/workflow.ts'
import { OrderId } from './order-params.ts'

/** What a refund may be for, beside lines. */
export const refundSubjects = ['Order', 'Shipping'] as const

const paymentId = described(Nullable(Text), 'The one payment of the order, by its `id`, that it is taken from.')
const note = described(Nullable(Type.String({ maxLength: 1000 })), 'A remark, kept as `comment` of the payments.')
const userId = described(
  Nullable(Text),
  'The user on whose behalf the client acts. The change and its run are recorded as theirs; without it as of the client.',
)

export const RefundRequest = Model(
  'RefundRequest',
  {
    amount: described(AmountFromZero, 'How much is paid back: above 0, at most what is captured and not refunded.'),
    lineItemIds: described(List(Text), 'The lines that the refund is for, by their `lineItemId`. Empty: none in particular.'),
    note,
    paymentId,
    reason: described(
      Type.String({ minLength: 1, maxLength: 100 }),
      'Why, in a word of the shop. Kept as `reason` of the payments.',
    ),
    refundFor: described(
      Nullable(Word(refundSubjects)),
      'What it is booked as: `Shipping` takes back what was paid for shipping, `Order` (the default) what was paid in proportion.',
    ),
    userId,
  },
  'A refund without a return.',
)
export type RefundRequest = Static<typeof RefundRequest>

export const PaymentMoveRequest = Model(
  'PaymentMoveRequest',
  {
    amount: described(Nullable(AmountFromZero), 'How much: above 0. Without it all that can be.'),
    note,
    paymentId,
    userId,
  },
  'How much of what is authorised is captured, or given up.',
)
export type PaymentMoveRequest = Static<typeof PaymentMoveRequest>

/** For how long a link holds without saying so: three days. */
export const LINK_HOURS = 72
const LINK_HOURS_MAX = 2_160

export const PaymentLinkRequest = Model(
  'PaymentLinkRequest',
  {
    amount: described(
      Nullable(AmountFromZero),
      'How much: above 0. Without it all that no payment, authorisation or open link covers.',
    ),
    paymentMethodName: described(
      Nullable(Text),
      'A method with payment links. Without it that of the order, else the first one that has them.',
    ),
    sendEmail: described(Flag, 'Whether the customer gets the link by e-mail: message `payment-link`.'),
    sendSms: described(Flag, 'Whether the customer gets the link by SMS.'),
    userId,
    validForHours: described(
      Nullable(
        Type.Integer({ minimum: 1, maximum: LINK_HOURS_MAX, description: `must be a whole number from 1 to ${LINK_HOURS_MAX}` }),
      ),
      `For how many hours the customer may pay: from 1 to ${LINK_HOURS_MAX}, by default ${LINK_HOURS}.`,
    ),
  },
  'A link by which the customer pays.',
)
export type PaymentLinkRequest = Static<typeof PaymentLinkRequest>

export const PaymentLinkWithdrawal = Model(
  'PaymentLinkWithdrawal',
  {
    paymentId: described(Type.String({ minLength: 1 }), 'The pending payment of the link, by its `id`.'),
    userId,
  },
  'Which payment link is withdrawn.',
)
export type PaymentLinkWithdrawal = Static<typeof PaymentLinkWithdrawal>

const base = {
  method: 'POST',
  tags: ['Payments'],
  access: ['OrderAdmin'],
  params: Type.Object({ orderId: OrderId }),
  query: Type.Object({
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: 'Dry run: returns what would happen; nothing is kept, sent or called.' }),
    ),
  }),
  responses: { 200: OrderWorkflowExecutionResult },
  carriesVersion: true,
} as const

export const refundPayment = defineRoute({
  ...base,
  url: '/api/Orders/:orderId/Refund',
  operationId: 'refundPayment',
  permission: 'Refund',
  audit: 'WithEffect',
  needsConfirmation: true,
  summary: 'Pays money back to the customer without a return.',
  description:
    'Each payment is refunded the way it came, by a payment of type `Credit`. What the provider refuses is `Failed` with an error of the order, ' +
    'and can be tried again by RetryStep. More than can be refunded is 400, and nothing is paid back.',
  body: InputModel(RefundRequest, ['amount', 'reason']),
})

export const capturePayment = defineRoute({
  ...base,
  url: '/api/Orders/:orderId/Capture',
  operationId: 'capturePayment',
  audit: 'WithEffect',
  summary: 'Captures what is authorised, before the workflow does.',
  description: 'At most what is authorised, valid and not captured, and what the order costs and is not captured; else 400.',
  body: InputModel(PaymentMoveRequest),
})

export const voidPayment = defineRoute({
  ...base,
  url: '/api/Orders/:orderId/Void',
  operationId: 'voidPayment',
  audit: 'WithEffect',
  summary: 'Gives up what is authorised and not captured.',
  description: 'At most what is left of the authorisations; else 400. The order needs another payment for what it still costs.',
  body: InputModel(PaymentMoveRequest),
})

export const sendPaymentLink = defineRoute({
  ...base,
  url: '/api/Orders/:orderId/PaymentLink',
  operationId: 'sendPaymentLink',
  summary: 'Has the payment provider make a link by which the customer pays what is due.',
  description:
    'The order gets a payment of type `Sale` that is `Pending`, with the address in property `PaymentLink` and its end in `PaymentLinkExpires`. ' +
    'It counts once AddPayments reports the transaction as authorised, captured or sold. More than is due, or a method without links, is 400.',
  body: InputModel(PaymentLinkRequest),
})

export const withdrawPaymentLink = defineRoute({
  ...base,
  url: '/api/Orders/:orderId/WithdrawPaymentLink',
  operationId: 'withdrawPaymentLink',
  summary: 'Has the payment provider take a payment link back.',
  description: 'The payment is `Failed` with reason `Withdrawn`. A payment that waits for no customer is 400.',
  body: InputModel(PaymentLinkWithdrawal, ['paymentId']),
})

/** Every route that has a provider move money of an order. */
export const movePaymentsRoutes = [refundPayment, capturePayment, voidPayment, sendPaymentLink, withdrawPaymentLink] as const
