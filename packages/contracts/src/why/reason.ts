import { type Static, Type } from '@sinclair/typebox'
import { Personal } from '../personal.ts'
import { DateTime, described, Model, Nullable, Text, Word } from '../primitives.ts'
import { type ReasonSentence, waitsFor } from './catalogue/reasons.ts'

/** What a reason is about; the id of an order, a line, a shipment …, of a day its date. */
export const subjectKinds = ['Order', 'Line', 'Shipment', 'Payment', 'ReturnForm', 'Day', 'ZReport', 'Posting'] as const
export const ReasonSubject = Model(
  'ReasonSubject',
  { kind: described(Word(subjectKinds), 'The kind of thing.'), id: described(Text, 'Its id; of a day its date.') },
  'What a reason is about.',
)
export type ReasonSubject = Static<typeof ReasonSubject>

/**
 * What a client writes a sentence of its own from, by the code (why.md#sentences). Absent in
 * responses of earlier versions.
 */
const parameters = Type.Optional(
  described(
    Personal(Type.Record(Type.String(), Type.Unknown()), false),
    'The values in the sentence: texts, numbers, amounts and times.',
  ),
)
const WRITTEN = 'in the language of `Accept-Language`: English or Norwegian. The wording may change.'

export const ReasonNext = Model(
  'ReasonNext',
  {
    code: Type.Optional(described(Text, 'What will happen. Codes are stable.')),
    parameters,
    sentence: described(Text, `What will happen, in a sentence for people, ${WRITTEN}`),
    at: described(Nullable(DateTime), 'When it happens. Null: that is not known.'),
  },
  'What happens automatically.',
)
export type ReasonNext = Static<typeof ReasonNext>

/** What a person can do, with the call or the command that does it. */
export const ReasonAction = Model(
  'ReasonAction',
  {
    code: Type.Optional(described(Text, 'What the action does. Codes are stable.')),
    parameters,
    sentence: described(Text, `What the action does, as a button says it, ${WRITTEN}`),
    method: described(
      Nullable(Word(['DELETE', 'GET', 'PATCH', 'POST', 'PUT'])),
      'The HTTP method of the call. Null: no call does it.',
    ),
    url: described(Nullable(Text), 'The path of the call, with ids that are already encoded. Null: no call does it.'),
    body: described(
      Type.Unknown(),
      'The JSON body to send; null: none. Words in angle brackets, such as `<status>`, are to be filled in.',
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

/** The model of a reason whose codes are those of a table (why.md#reasons). */
export function reasonModel<const Name extends string, const Codes extends Record<string, ReasonSentence>>(
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
        '`Person`: until someone, or another system, acts; `Time`: it goes on automatically; `Nothing`: nothing is left to do.',
      ),
      about: described(ReasonSubject, 'What the reason is about, such as one payment of the order.'),
      parameters,
      sentence: described(Text, `One or a few short sentences for people, ${WRITTEN}`),
      since: described(Nullable(DateTime), 'Since when it has been so. Null: that is not known.'),
      next: described(Nullable(ReasonNext), 'What happens next automatically. Null: nothing does.'),
      actions: described(Type.Array(ReasonAction), 'What a person can do; each needs the role that its endpoint needs.'),
      evidence: described(Type.Array(ReasonEvidence), 'The facts that the sentence is taken from.'),
    },
    'One reason why something is where it is.',
  )
}
