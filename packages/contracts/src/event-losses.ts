import { type Static, Type } from '@sinclair/typebox'
import type { StreamName } from './event.ts'

/**
 * What consumers ask the publisher of a stream, outside of the streams themselves
 * (events.md#requests-to-the-publisher).
 */
export const lossSubjects = (stream: StreamName) => ({
  /** Listened to by the publisher. */
  all: `oms.events.${stream}.*`,
  repeat: `oms.events.${stream}.repeat`,
  published: `oms.events.${stream}.published`,
})

/**
 * What the subjects of the responses to a user begin with: a publisher may write there and in no
 * other inbox.
 */
export const lossReplyPrefix = (user: string): string => `oms.replies.${user}`

/** Most gaps in one request, and most sequences of all its gaps. */
export const LOSS_GAPS_MAX = 200
export const LOSS_EVENTS_MAX = 5_000

const Sequence = Type.Integer({ minimum: 1 })
const aggregate = { source: Type.String({ maxLength: 255 }), subject: Type.String({ maxLength: 255 }) }

/** Sequences of an aggregate, from the first to the last. */
export const EventGap = Type.Object({ ...aggregate, first: Sequence, last: Sequence })
export type EventGap = Static<typeof EventGap>

/** Asks for events to be published again. */
export const RepeatRequest = Type.Object({ gaps: Type.Array(EventGap, { maxItems: LOSS_GAPS_MAX }) })
export type RepeatRequest = Static<typeof RepeatRequest>

export const RepeatResponse = Type.Object({
  /** Events that are published again because of this request. */
  repeated: Type.Integer(),
  /** Events that are published soon, or were just now. */
  onTheirWay: Type.Integer(),
  /** Events that the publisher does not keep any more. */
  missing: Type.Array(EventGap),
})
export type RepeatResponse = Static<typeof RepeatResponse>

/**
 * A position in the list of published aggregates: the time of the newest event, then the aggregate.
 */
export const PublishedCursor = Type.Object({ published: Type.String(), ...aggregate })
export type PublishedCursor = Static<typeof PublishedCursor>

/** Asks for the aggregates that events were published of, in the order of their newest events. */
export const PublishedRequest = Type.Object({ after: PublishedCursor, typePrefix: Type.String() })
export type PublishedRequest = Static<typeof PublishedRequest>

export const PublishedAggregate = Type.Object({
  ...aggregate,
  lastSequence: Sequence,
  published: Type.String(),
  /** Of the newest event; null when its stream was deleted. */
  streamSequence: Type.Union([Sequence, Type.Null()]),
})
export type PublishedAggregate = Static<typeof PublishedAggregate>

export const PublishedResponse = Type.Object({ aggregates: Type.Array(PublishedAggregate), isLast: Type.Boolean() })
export type PublishedResponse = Static<typeof PublishedResponse>

/** The publisher has too much to do, cannot read the request, or could not fulfil it now. */
export const LossRefusal = Type.Object({
  refused: Type.Union([Type.Literal('busy'), Type.Literal('invalid'), Type.Literal('failed')]),
})
export type LossRefusal = Static<typeof LossRefusal>
