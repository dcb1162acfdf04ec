import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, List, Model, Nullable, Text, Word } from '../primitives.ts'

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
export const Hold = Model(
  'Hold',
  {
    id: described(Text, 'Identifies the hold in the order. Given by the system.'),
    reasonCode: described(Text, "Why the order is held, as a code of the client's choice; searches find held orders by it."),
    note: described(Nullable(Text), 'A remark for people.'),
    rule: described(Nullable(Text), 'The name of the hold rule of the configuration that placed it; null: a call did.'),
    created: described(DateTime, 'When it was placed.'),
    createdBy: described(
      Nullable(Text),
      'Who placed it: the `userId` of the call, else the client of the token. Null where a hold rule did.',
    ),
    until: described(Nullable(DateTime), 'When it is released by time; null: never.'),
    releaseRule: described(
      Nullable(Word(holdReleaseRules)),
      'What else releases it: `PaidInFull`, the write with which the order is paid. Null: nothing but a call or its time.',
    ),
    released: described(Nullable(DateTime), 'When it was released; null: it holds the order.'),
    releasedBy: described(Nullable(Text), 'Who released it; `holds` where its time did. Null: it holds the order.'),
    releaseCause: described(
      Nullable(Word(holdReleaseCauses)),
      'How it was released: by `Call`, by its time (`Until`), by its rule (`PaidInFull`) or with the cancellation of the order (`Canceled`). Null: it holds the order.',
    ),
    releaseNote: described(Nullable(Text), 'A remark of whoever released it.'),
  },
  'A reason why nothing of an order may leave. The order is held while one of its holds is not released.',
)
export type Hold = Static<typeof Hold>

/** A hold to be placed (holds.md#holds). */
export const HoldRequest = Model(
  'HoldRequest',
  {
    reasonCode: described(
      ReasonCode,
      "Why the order is held. The codes are the client's own; searches find held orders by them.",
    ),
    note: described(Nullable(HoldNote), 'A remark for people.'),
    until: described(Nullable(DateTime), 'When the hold is released automatically, a time in the future. Left out: not by time.'),
    releaseRule: described(
      Nullable(Word(holdReleaseRules)),
      '`PaidInFull` releases it with the write with which the order is paid; an order that is paid already is 400. Left out: only a call or its time releases it.',
    ),
    userId: described(Nullable(Text), 'Who places it, for the record. Left out: the client of the token.'),
  },
  'A hold to be placed on an order.',
)
export type HoldRequest = Static<typeof HoldRequest>

/** How a hold is released by call (holds.md#release). */
export const HoldRelease = Model(
  'HoldRelease',
  {
    note: described(Nullable(HoldNote), 'A remark, kept as `releaseNote`.'),
    userId: described(Nullable(Text), 'Who releases it, for the record. Left out: the client of the token.'),
  },
  'How a hold is released. Everything may be left out, and so may the body.',
)
export type HoldRelease = Static<typeof HoldRelease>

export const HoldList = Model(
  'HoldList',
  {
    result: described(List(Hold), 'All holds of the order, released ones too, oldest first.'),
  },
  'The holds of an order.',
)
export type HoldList = Static<typeof HoldList>
