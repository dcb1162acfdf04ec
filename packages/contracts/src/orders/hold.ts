import { type Static, Type } from '@sinclair/typebox'
import { DateTime, List, Model, Nullable, Text, Word } from '../primitives.ts'

/**
 * What releases a hold besides a call and its time (holds.md#release-rules): `PaidInFull`, the
 * write with which the order is paid.
 */
export const holdReleaseRules = ['PaidInFull'] as const
export type HoldReleaseRule = (typeof holdReleaseRules)[number]

/** What has released a hold (holds.md#release). */
export const holdReleaseCauses = ['Call', 'Until', 'PaidInFull', 'Canceled'] as const
export type HoldReleaseCause = (typeof holdReleaseCauses)[number]

const REASON_CODE = '^[A-Za-z0-9._-]{1,64}$'
/** Why an order is held, as a code that searches filter by. */
export const ReasonCode = Type.String({
  pattern: REASON_CODE,
  description: 'must have 1 to 64 letters, digits, dots, dashes or underscores',
})
/** A remark about a hold or its release. */
export const HoldNote = Type.String({ maxLength: 1_000, description: 'must have at most 1,000 characters' })

/** A reason why nothing of an order may leave (holds.md#holds). */
export const Hold = Model('Hold', {
  id: Text,
  reasonCode: Text,
  note: Nullable(Text),
  /** The rule of the tenant that has placed it; null: a call has. */
  rule: Nullable(Text),
  created: DateTime,
  createdBy: Nullable(Text),
  /** When its time releases it; null: not by time. */
  until: Nullable(DateTime),
  releaseRule: Nullable(Word(holdReleaseRules)),
  /** When it was released; null: the order is held. */
  released: Nullable(DateTime),
  releasedBy: Nullable(Text),
  releaseCause: Nullable(Word(holdReleaseCauses)),
  releaseNote: Nullable(Text),
})
export type Hold = Static<typeof Hold>

/** A hold to be placed (holds.md#holds). */
export const HoldRequest = Model('HoldRequest', {
  reasonCode: ReasonCode,
  note: Nullable(HoldNote),
  until: Nullable(DateTime),
  releaseRule: Nullable(Word(holdReleaseRules)),
  userId: Nullable(Text),
})
export type HoldRequest = Static<typeof HoldRequest>

/** How a hold is released by call (holds.md#release). */
export const HoldRelease = Model('HoldRelease', { note: Nullable(HoldNote), userId: Nullable(Text) })
export type HoldRelease = Static<typeof HoldRelease>

export const HoldList = Model('HoldList', { result: List(Hold) })
export type HoldList = Static<typeof HoldList>
