import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, Integer, LongInteger, Model, Nullable, Text } from '../primitives.ts'

export const DEAD_LETTERS_PAGE_DEFAULT = 50
export const DEAD_LETTERS_PAGE_MAX = 250

const fields = {
  id: described(Text, 'The number of the dead letter. An event that fails again becomes a dead letter with another number.'),
  consumer: described(Text, 'The consumer that gave the event up.'),
  eventId: described(Text, 'The id of the event; the sequence in its stream where it has none that can be read.'),
  type: described(Nullable(Text), 'The type of the event, `missing` for one that was lost. Null: it cannot be read.'),
  source: described(Nullable(Text), 'Who published the event. Null: it cannot be read.'),
  subject: described(Nullable(Text), 'What the event is about, such as the id of an order. Null: nothing, or it cannot be read.'),
  sequence: described(
    Nullable(LongInteger),
    'The position of the event among those of its subject. Later ones wait for it. Null: it has none.',
  ),
  tries: described(Integer, 'How often it was tried.'),
  reason: described(Text, 'Why the last try failed.'),
  createdAt: described(DateTime, 'When it became a dead letter.'),
}

/** An event that a consumer gave up (events.md#dead-letters), without the event. */
export const DeadLetter = Model('DeadLetter', fields, 'An event that a consumer of a service gave up.')
export type DeadLetter = Static<typeof DeadLetter>

/** A dead letter with its event. */
export const DeadLetterWithEvent = Model(
  'DeadLetterWithEvent',
  { ...fields, event: described(Text, 'The event as it came: usually JSON, whatever it is where it is malformed.') },
  'An event that a consumer of a service gave up, with its content.',
)
export type DeadLetterWithEvent = Static<typeof DeadLetterWithEvent>

const QuarantinedOfConsumer = Model(
  'QuarantinedOfConsumer',
  {
    consumer: described(Text, 'The name of the consumer.'),
    deadLetters: described(LongInteger, 'How many dead letters it has.'),
    waiting: described(LongInteger, 'How many events wait behind them, for their turn, or for their next try.'),
  },
  'How many events of a consumer are not handled yet.',
)

export const DeadLetterList = Model(
  'DeadLetterList',
  {
    consumers: described(Type.Array(QuarantinedOfConsumer), 'The consumers with dead letters or events that wait, by name.'),
    result: described(Type.Array(DeadLetter), 'The dead letters, the oldest first.'),
    next: described(Nullable(Text), 'What to send as `after` for the dead letters that follow. Null at the end.'),
  },
  'A page of dead letters.',
)
export type DeadLetterList = Static<typeof DeadLetterList>
