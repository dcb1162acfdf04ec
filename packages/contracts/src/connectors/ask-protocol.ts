import { type Static, Type } from '@sinclair/typebox'
import { validationMoments } from '../config/validation-hooks.ts'
import { ReasonCode } from '../orders/hold.ts'
import { Order } from '../orders/order.ts'
import { OrderLine } from '../orders/order-line.ts'
import { ReturnOrderForm } from '../orders/returns/returns.ts'
import { Shipment } from '../orders/shipment.ts'
import { DateTime, described, Flag, LINES_MAX, Model, Nullable, Text, Word } from '../primitives.ts'

/** What a step `Ask` may ask about. */
export const askSubjects = ['Order', 'Line', 'Shipment', 'ReturnForm'] as const
export type AskSubject = (typeof askSubjects)[number]

/** How an answer decides. */
export const askResults = ['done', 'warning', 'refused', 'pending'] as const

/** What step `Ask` sends (connectors.md#ask-protocol). */
export const AskRequest = Model(
  'AskRequest',
  {
    operation: Type.Literal('ask'),
    question: described(Text, 'What is asked: property `Question` of the step, else the id of the step.'),
    runId: described(Text, 'The workflow run that waits for the answer.'),
    stepId: described(Text, 'The step of the configuration that asks, or `button-` with the id of the button that was pressed.'),
    status: described(Text, 'The status whose steps the run carries out.'),
    about: described(
      Type.Object({ kind: Word(askSubjects), id: Type.String() }),
      'What the answer is about: the order, or one line, shipment or return form of it.',
    ),
    dryRun: described(
      Flag,
      'True: a person wants to know what the answer would be. The service does nothing, and the answer is shown and not kept.',
    ),
    order: described(Order, 'The order as it is when the question is put. While an answer is pending it may change.'),
    line: described(Nullable(OrderLine), 'The line that is asked about; null: it is about something else.'),
    shipment: described(Nullable(Shipment), 'The shipment that is asked about, or that the run is for; null: none.'),
    returnOrderForm: described(Nullable(ReturnOrderForm), 'The return form that the run is for; null: none.'),
  },
  'A question about an order. Equal idempotency keys are one question.',
)
export type AskRequest = Static<typeof AskRequest>

/** One line, so that it can be shown, stored and searched. */
const Line = (maxLength: number) => Type.String({ maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]*$' })
const Named = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]+$' })
const closed = { additionalProperties: false }

const AnswerProperty = Type.Object({ key: Named(200), value: Line(2_000) }, closed)
const Properties = Type.Array(AnswerProperty, { maxItems: 50 })
const Message = Line(500)

/**
 * What the service answers to step `Ask` (connectors.md#ask-protocol). It is closed: an answer with
 * another field is wrong as a whole.
 */
export const AskAnswer = Type.Object(
  {
    result: described(
      Word(askResults),
      '`done` and `warning`: the workflow continues. `refused`: the step ends with an error. `pending`: there is no answer yet.',
    ),
    message: Type.Optional(described(Message, 'A sentence for whoever looks after the order.')),
    properties: Type.Optional(described(Properties, 'Properties of what was asked about, by key.')),
    tags: Type.Optional(described(Type.Array(Named(100), { maxItems: 50 }), 'Tags that the order gets.')),
    hold: Type.Optional(
      described(
        Type.Object({ reasonCode: ReasonCode, note: Type.Optional(Line(1_000)), until: Type.Optional(DateTime) }, closed),
        'A hold of the order.',
      ),
    ),
    status: Type.Optional(described(Named(100), 'The status that the order, or the shipment of the run, enters after the run.')),
    warehouse: Type.Optional(
      described(Named(100), 'The warehouse of the shipment that is asked about, or of all shipments in scope; one of the store.'),
    ),
    lines: Type.Optional(
      described(
        Type.Array(Type.Object({ lineItemId: Named(200), properties: Properties }, closed), { maxItems: LINES_MAX }),
        'Properties of lines.',
      ),
    ),
  },
  { ...closed, $id: 'AskAnswer', description: 'The answer to a question. A field that is not listed makes it wrong as a whole.' },
)
export type AskAnswer = Static<typeof AskAnswer>

/** A payment that is about to be taken. */
export const ValidatedPayment = Model(
  'ValidatedPayment',
  {
    operation: described(Word(['authorize', 'capture', 'link']), 'What the provider would be asked to do.'),
    orderId: described(Text, 'The order that is paid.'),
    amount: described(Type.Number(), 'In the main unit of the currency.'),
    currency: described(Text, 'ISO 4217.'),
    paymentMethodName: described(Text, 'The payment method of the order.'),
  },
  'A payment that is about to be taken.',
)
export type ValidatedPayment = Static<typeof ValidatedPayment>

/** What a validation hook is asked (connectors.md#validation-hooks). */
export const ValidationRequest = Model(
  'ValidationRequest',
  {
    operation: Type.Literal('validate'),
    hook: described(Text, 'The name of the hook in the configuration.'),
    before: described(Word(validationMoments), 'What would follow.'),
    order: described(Nullable(Order), 'The order that would be created; null before a payment.'),
    payment: described(Nullable(ValidatedPayment), 'The payment that would be taken; null before the creation of an order.'),
  },
  'Whether an order may be created, or a payment be taken.',
)
export type ValidationRequest = Static<typeof ValidationRequest>

/** What the service answers to a validation hook. It is closed too. */
export const ValidationAnswer = Type.Object(
  {
    result: described(Word(askResults), '`done` and `warning` allow, `refused` refuses, `pending` is no answer.'),
    message: Type.Optional(described(Message, 'With `refused`: why, for whoever sent the request.')),
  },
  { ...closed, $id: 'ValidationAnswer', description: 'Whether it may be done.' },
)
export type ValidationAnswer = Static<typeof ValidationAnswer>
