import { invariant } from '../errors.ts'
import { type ActionCode, reasonActions } from './catalogue/action-catalogue.ts'
import { type NextCode, nextEvents } from './catalogue/next-catalogue.ts'
import type { ReasonSentence, WaitsFor } from './catalogue/reasons.ts'
import { type Said, type Sentence, type SentenceFormat, writeSentence } from './catalogue/sentence.ts'
import type { ReasonAction, ReasonEvidence, ReasonNext, ReasonSubject } from './reason.ts'

type AnySaid<Table> = { [Code in keyof Table]: Said<Table, Code> }[keyof Table]

/** What happens automatically, before it is put into words. */
export type PlannedNext = { [Code in NextCode]: Said<typeof nextEvents, Code> }[NextCode] & Pick<ReasonNext, 'at'>

/** What a person can do, before it is put into words. */
export type PlannedAction = { [Code in ActionCode]: Said<typeof reasonActions, Code> }[ActionCode] &
  Pick<ReasonAction, 'method' | 'url' | 'body' | 'command'>

/** What a reason has beside its code and parameters. */
export type ReasonFields = {
  about: ReasonSubject
  since: string | null
  next: PlannedNext | null
  actions: readonly PlannedAction[]
  evidence: readonly ReasonEvidence[]
}

/** A reason of a table, before it is put into words. */
export type Found<Table> = AnySaid<Table> & ReasonFields

type Written = { parameters: Record<string, unknown>; sentence: string }

/**
 * The reasons as responses have them: what each waits for is that of its code, and its sentences
 * are those of the catalogue.
 */
export function writeReasons<Table extends Readonly<Record<string, ReasonSentence>>>(
  table: Table,
  reasons: readonly Found<Table>[],
  format: SentenceFormat,
) {
  return reasons.map(({ about, since, next, actions, evidence, ...said }) => {
    const code = said.code as keyof Table & string
    const { waitsFor } = table[code] as { waitsFor: WaitsFor }
    return {
      ...{ code, waitsFor, about },
      ...written(table, said, format),
      since,
      next: next === null ? null : { ...next, ...written(nextEvents, next, format) },
      actions: actions.map((action) => ({ ...action, ...written(reasonActions, action, format) })),
      evidence: [...evidence],
    }
  })
}

type SaidOfAny = { code: PropertyKey; parameters?: object | undefined }
type Codes = Readonly<Record<string, Sentence>>

function written(table: Codes, { code, parameters }: SaidOfAny, format: SentenceFormat): Written {
  const values = { ...parameters }
  const sentence = writeSentence(table[code as string] as Sentence, values, format)
  invariant(sentence !== null, `the sentence of ${String(code)} lacks a parameter`)
  // Plain spaces: a caller searches and compares texts.
  return { parameters: values, sentence: sentence.replaceAll(/[\u00a0\u202f]/g, ' ') }
}
