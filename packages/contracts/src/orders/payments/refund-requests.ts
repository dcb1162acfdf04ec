import { type Static, Type } from '@sinclair/typebox'
import { Amount, DateTime, described, Flag, LIST_MAX, Model, Nullable, Text, Word } from '../../primitives.ts'
import { defineRoute, ErrorBody, type RouteContract } from '../../route.ts'
import { APPROVAL_HOURS } from './approval-hours.ts'

export const refundRequestStates = ['Pending', 'Approved', 'Refused', 'Used'] as const
export type RefundRequestState = (typeof refundRequestStates)[number]

/** A refund above the limit, which someone else approves (security.md#second-pair-of-eyes). */
export const RefundRequest = Model(
  'RefundRequest',
  {
    id: described(Text, 'Given by the system.'),
    orderId: described(Text, 'The order that is to be paid back of.'),
    amount: described(Amount, 'How much at most.'),
    currency: described(Text, 'ISO 4217 code: the currency of the order.'),
    reason: described(Nullable(Text), 'Why, as who asks says.'),
    state: described(
      Word(refundRequestStates),
      `\`Pending\`: nobody has decided. \`Approved\`: who has asked may pay it back, for ${APPROVAL_HOURS} hours. \`Refused\`. \`Used\`: it is paid back.`,
    ),
    requested: described(DateTime, 'When it was asked for.'),
    requestedBy: described(Text, 'Who has asked, and alone may pay it back.'),
    decided: described(Nullable(DateTime), 'When it was approved or refused.'),
    decidedBy: described(Nullable(Text), 'Who has approved or refused it: someone else.'),
    note: described(Nullable(Text), 'Why, as who has decided says.'),
    used: described(Nullable(DateTime), 'When it was paid back.'),
  },
  'A refund above the limit, which someone else approves.',
)
export type RefundRequest = Static<typeof RefundRequest>

const RefundRequestList = Model(
  'RefundRequestList',
  { result: described(Type.Array(RefundRequest), 'The requests, newest first.') },
  'Refunds above the limit.',
)

const tags = ['Payments'] as const
const text = Type.Optional(Nullable(Type.String({ maxLength: 500 })))

export const listRefundRequests = defineRoute({
  method: 'GET',
  url: '/api/RefundRequests',
  operationId: 'listRefundRequests',
  summary: 'Lists refunds above the limit, which someone else approves.',
  description: 'Those of orders of other stores are left out.',
  tags,
  access: ['OrderRead'],
  query: Type.Object({
    orderId: Type.Optional(Type.String({ maxLength: 100, description: 'Only those of this order.' })),
    state: Type.Optional(described(Word(refundRequestStates), 'Only those in this state.')),
    take: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LIST_MAX, default: 50, description: 'How many are returned at most.' }),
    ),
  }),
  responses: { 200: RefundRequestList },
})

export const createRefundRequest = defineRoute({
  method: 'POST',
  url: '/api/RefundRequests',
  operationId: 'createRefundRequest',
  summary: 'Asks that someone else approves a refund above the limit.',
  description:
    'For what was refused with 403 `RefundNeedsApproval`: its `refund` says the amount. Once it is approved the caller sends the refund again. ' +
    'While a request of the same amount and reason waits, asked by the same caller, the response is that one.',
  tags,
  access: ['OrderAdmin'],
  permission: 'Refund',
  audit: 'WithEffect',
  body: Model(
    'NewRefundRequest',
    {
      orderId: described(Type.String({ minLength: 1, maxLength: 100 }), 'The order that is to be paid back of.'),
      amount: described(Amount, 'How much at most, in the currency of the order; above 0.'),
      reason: described(text, 'Why.'),
    },
    'A refund that someone else is to approve.',
  ),
  responses: { 200: RefundRequest, 404: ErrorBody },
})

export const decideRefundRequest = defineRoute({
  method: 'POST',
  url: '/api/RefundRequests/:requestId/Decide',
  operationId: 'decideRefundRequest',
  summary: 'Approves or refuses a refund above the limit that someone else has asked for.',
  description:
    'Who has asked may only take it back (`approve` false). Approving asks for the permission `Refund` and a limit that covers the amount. ' +
    'What someone else has decided meanwhile is 409 `RefundRequestDecided`.',
  tags,
  access: ['OrderAdmin'],
  permission: 'Refund',
  audit: 'WithEffect',
  needsConfirmation: true,
  params: Type.Object({ requestId: described(Type.String({ maxLength: 100 }), 'The id of the request.') }),
  body: Model(
    'RefundDecision',
    { approve: described(Flag, 'True: who has asked may pay it back. False: not.'), note: described(text, 'Why.') },
    'Whether a refund may be paid back.',
  ),
  responses: { 200: RefundRequest, 404: ErrorBody, 409: ErrorBody },
})

/** Every route for refunds above the limit. */
export const refundRequestRoutes: readonly RouteContract[] = [listRefundRequests, createRefundRequest, decideRefundRequest]
