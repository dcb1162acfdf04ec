import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, Integer, Model, Nullable, Text, Word } from '../../primitives.ts'

export const messageStates = ['Waiting', 'Sent', 'Failed'] as const
export type MessageState = (typeof messageStates)[number]

export const MESSAGES_PAGE_DEFAULT = 50
export const MESSAGES_PAGE_MAX = 250

const Recipients = Type.Array(Type.String())
const fields = {
  id: described(Text, 'The id of the message. Its recipients get it too, as `Message-ID` or `Idempotency-Key`.'),
  type: described(Word(['email', 'sms']), 'Whether it is an e-mail or an SMS.'),
  template: described(
    Nullable(Text),
    'The template that it was made from, such as `shipped`. Null: of a message of an earlier version, which did not keep it.',
  ),
  state: described(
    Word(messageStates),
    '`Waiting` for its first or next attempt, `Sent`, or `Failed` when its text could not be made, it was refused, or could not be sent for a day.',
  ),
  from: described(Nullable(Text), 'The sender.'),
  to: described(Recipients, 'The addresses of an e-mail, the number of an SMS.'),
  cc: described(Recipients, 'The addresses that get a copy; empty of an SMS.'),
  bcc: described(Recipients, 'The addresses that get a copy that the others do not see; empty of an SMS.'),
  subject: described(Nullable(Text), 'The subject of an e-mail. Null: an SMS, or an e-mail whose text is not made yet.'),
  attempts: described(Integer, 'How often it was tried.'),
  createdAt: described(DateTime, 'When it was written.'),
  sentAt: described(Nullable(DateTime), 'When it was sent. Null: not yet.'),
  nextAttemptAt: described(Nullable(DateTime), 'When it is tried next at the earliest. Null: it does not wait.'),
  reason: described(Nullable(Text), 'Why the last attempt failed. Null: it did not fail.'),
  warning: described(Nullable(Text), 'The templates that failed for the order, so that built-in ones were used. Null: none has.'),
  resendOf: described(Nullable(Text), 'The message that this one sends again. Null: it is none.'),
  resentBy: described(Nullable(Text), 'Who had it sent again. Null: it is no resend.'),
}

/**
 * An e-mail or SMS about an order (documents-and-notifications.md#messages-of-an-order), without
 * its text.
 */
export const OrderMessage = Model('OrderMessage', fields, 'An e-mail or SMS about an order.')
export type OrderMessage = Static<typeof OrderMessage>

/** A message with its text. */
export const OrderMessageWithText = Model(
  'OrderMessageWithText',
  {
    ...fields,
    text: described(Nullable(Text), 'The text. Null: it is not made yet, or could not be made.'),
    html: described(Nullable(Text), 'The same as HTML, as it was sent. Null: it is plain text.'),
  },
  'An e-mail or SMS about an order, with its text.',
)
export type OrderMessageWithText = Static<typeof OrderMessageWithText>

export const OrderMessageList = Model(
  'OrderMessageList',
  {
    result: described(Type.Array(OrderMessage), 'The messages, the newest first.'),
    next: described(Nullable(Text), 'What to send as `after` for the messages that follow. Null at the end.'),
  },
  'A page of the messages of an order.',
)
export type OrderMessageList = Static<typeof OrderMessageList>
