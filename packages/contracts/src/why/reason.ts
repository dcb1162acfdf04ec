import { type Static, Type } from '@sinclair/typebox'
import { DateTime, Model, Nullable, Text, Word } from '../primitives.ts'

/** What a reason is about; the id of an order, a line, a shipment …, of a day its date. */
export const subjectKinds = ['Order', 'Line', 'Shipment', 'Payment', 'ReturnForm', 'Day', 'ZReport', 'Posting'] as const
export const ReasonSubject = Model('ReasonSubject', { kind: Word(subjectKinds), id: Text })
export type ReasonSubject = Static<typeof ReasonSubject>

/**
 * What a situation waits for: `Person`, until somebody, or another system, acts; `Time`, it goes on by
 * itself; `Nothing`, nothing is left to do.
 */
export const waitsFor = ['Person', 'Time', 'Nothing'] as const
export type WaitsFor = (typeof waitsFor)[number]

export const ReasonNext = Model('ReasonNext', {
  sentence: Text,
  /** When it happens; null: when that is, is not known. */
  at: Nullable(DateTime),
})
export type ReasonNext = Static<typeof ReasonNext>

/** What a person can do, with the call or the command that does it. */
export const ReasonAction = Model('ReasonAction', {
  sentence: Text,
  /** Null: no call does it. */
  method: Nullable(Word(['DELETE', 'GET', 'PATCH', 'POST', 'PUT'])),
  /** The path, with ids that are encoded; null: no call does it. */
  url: Nullable(Text),
  /** The JSON body to send; null: none. Words in angle brackets are to be filled in. */
  body: Type.Unknown(),
  /** The command of an operator that does it, where no call does. */
  command: Type.Optional(Text),
})
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

export const ReasonEvidence = Model('ReasonEvidence', {
  kind: Word(evidenceKinds),
  /** Ids and facts, by kind. */
  data: Type.Record(Type.String(), Type.Unknown()),
})
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
  return Model(name, {
    code: Word(Object.keys(codes) as (keyof Codes & string)[]),
    waitsFor: Word(waitsFor),
    about: ReasonSubject,
    /** One sentence for people, in English. */
    sentence: Text,
    /** Since when it has been so; null: that is not known. */
    since: Nullable(DateTime),
    /** What happens next automatically; null: nothing does. */
    next: Nullable(ReasonNext),
    actions: Type.Array(ReasonAction),
    evidence: Type.Array(ReasonEvidence),
  })
}
