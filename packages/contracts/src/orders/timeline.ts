import { type Static, Type } from '@sinclair/typebox'
import { DateTime, Model, Nullable, Text, Word } from '../primitives.ts'

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
export const TimelineEntry = Model('TimelineEntry', {
  time: DateTime,
  kind: Word(timelineKinds),
  /** One sentence for people, in English. */
  summary: Text,
  /** Who brought it about, as far as it is known. */
  actor: Nullable(Text),
  /** The version that came of it, for entries that are about one. */
  versionId: Nullable(Text),
  /** The facts, by kind. */
  data: Type.Record(Type.String(), Type.Unknown()),
})
export type TimelineEntry = Static<typeof TimelineEntry>

export const Timeline = Model('Timeline', {
  /** Oldest first. */
  result: Type.Array(TimelineEntry),
  /** What to send as `after` for the entries that follow; null when there is none yet. */
  next: Nullable(Text),
})
export type Timeline = Static<typeof Timeline>
