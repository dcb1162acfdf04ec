import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, Model, Nullable, Text, Word } from '../primitives.ts'

/** What a reason is about; the id of an order, a line, a shipment …, of a day its date. */
export const subjectKinds = ['Order', 'Line', 'Shipment', 'Payment', 'ReturnForm', 'Day', 'ZReport', 'Posting'] as const
export const ReasonSubject = Model(
  'ReasonSubject',
  { kind: described(Word(subjectKinds), 'The kind of thing.'), id: described(Text, 'Its id; of a day its date.') },
  'What a reason is about.',
)
export type ReasonSubject = Static<typeof ReasonSubject>

/**
 * What a situation waits for: `Person`, until someone, or another system, acts; `Time`, it
 * continues automatically; `Nothing`, nothing is left to do.
 */
export const waitsFor = ['Person', 'Time', 'Nothing'] as const
export type WaitsFor = (typeof waitsFor)[number]

export const ReasonNext = Model(
  'ReasonNext',
  {
    sentence: described(Text, 'What will happen, in a sentence for people, in English.'),
    at: described(Nullable(DateTime), 'When it happens. Null: that is not known.'),
  },
  'What happens automatically.',
)
export type ReasonNext = Static<typeof ReasonNext>

/** What a person can do, with the call or the command that does it. */
export const ReasonAction = Model(
  'ReasonAction',
  {
    sentence: described(Text, 'What the action does, in a sentence for people, in English.'),
    method: described(
      Nullable(Word(['DELETE', 'GET', 'PATCH', 'POST', 'PUT'])),
      'The HTTP method of the call. Null: no call does it.',
    ),
    url: described(Nullable(Text), 'The path of the call, with ids that are already encoded. Null: no call does it.'),
    body: described(
      Type.Unknown(),
      'The JSON body to send; null: none. Words in angle brackets, such as `<status>`, must be filled in.',
    ),
    command: described(Type.Optional(Text), 'The command of an operator that does it, where no call does.'),
  },
  'What a person can do, with the call or the command that does it.',
)
export type ReasonAction = Static<typeof ReasonAction>

/** The kinds of facts that a sentence is taken from (why.md#evidence). */
export const evidenceKinds = [
  'Order',
  'Hold',
  'Rule',
  'Run',
  'Step',
  'Attempt',
  'Connector',
  'Error',
  'Lock',
  'Line',
  'Shipment',
  'Stock',
  'Payment',
  'ReturnForm',
  'Policy',
  'Configuration',
  'Day',
  'Draft',
  'Posting',
  'ZReport',
  'Events',
] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

export const ReasonEvidence = Model(
  'ReasonEvidence',
  {
    kind: described(Word(evidenceKinds), 'What the fact is about; it decides which fields `data` has.'),
    data: described(Type.Record(Type.String(), Type.Unknown()), 'Ids and facts, by `kind`.'),
  },
  'A fact that the sentence of a reason is taken from.',
)
export type ReasonEvidence = Static<typeof ReasonEvidence>

/** The entry of a code in a table of reasons: whom it waits for, and what it means. */
export type ReasonMeaning = { waitsFor: WaitsFor; meaning: string }
/** A reason of one of these codes; what it waits for follows from the code. */
export type ReasonOf<Code extends string> = {
  code: Code
  about: ReasonSubject
  sentence: string
  since: string | null
  next: ReasonNext | null
  actions: ReasonAction[]
  evidence: ReasonEvidence[]
}

/** The model of a reason whose codes are those of a table (why.md#reasons). */
export function reasonModel<const Name extends string, const Codes extends Record<string, ReasonMeaning>>(
  name: Name,
  codes: Codes,
) {
  return Model(
    name,
    {
      code: described(
        Word(Object.keys(codes) as (keyof Codes & string)[]),
        'The situation. Codes are stable; what to do is decided by them.',
      ),
      waitsFor: described(
        Word(waitsFor),
        '`Person`: until someone, or another system, acts; `Time`: it continues automatically; `Nothing`: nothing is left to do.',
      ),
      about: described(ReasonSubject, 'What the reason is about, such as one payment of the order.'),
      sentence: described(Text, 'One or a few short sentences for people, in English. The wording may change.'),
      since: described(Nullable(DateTime), 'Since when it has been so. Null: that is not known.'),
      next: described(Nullable(ReasonNext), 'What happens next automatically. Null: nothing does.'),
      actions: described(Type.Array(ReasonAction), 'What a person can do; each needs the role that its endpoint needs.'),
      evidence: described(Type.Array(ReasonEvidence), 'The facts that the sentence is taken from.'),
    },
    'One reason why something is where it is.',
  )
}
