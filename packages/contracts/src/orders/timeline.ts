import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, Model, Nullable, Text, Word } from '../primitives.ts'

/** The kinds of entries of a timeline; entries of one instant are in this order. */
export const timelineKinds = [
  'version',
  'statusChanged',
  'payment',
  'comment',
  'workflowRun',
  'workflowStep',
  'message',
  'webhook',
  'hold',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** Something that happened to an order (timeline.md#timeline-entries). */
export const TimelineEntry = Model(
  'TimelineEntry',
  {
    time: described(DateTime, 'When it happened.'),
    kind: described(
      Word(timelineKinds),
      'What kind of thing happened; it decides which facts `data` has. Entries of one time are in the order of the kinds.',
    ),
    summary: described(Text, 'One sentence for people, in English.'),
    actor: described(Nullable(Text), 'Who brought it about; null where that is not known.'),
    versionId: described(Nullable(Text), 'The version that came of it, for entries that are about one; else null.'),
    data: described(
      Type.Record(Type.String(), Type.Unknown()),
      'The facts, by kind: of `payment` for example `paymentId`, `transactionType`, `status` and `amount`.',
    ),
  },
  'Something that happened to an order.',
)
export type TimelineEntry = Static<typeof TimelineEntry>

export const Timeline = Model(
  'Timeline',
  {
    result: described(Type.Array(TimelineEntry), 'The entries, oldest first.'),
    next: described(Nullable(Text), 'What to send as `after` for the entries that follow; null when there is none yet.'),
  },
  'A part of the timeline of an order.',
)
export type Timeline = Static<typeof Timeline>
