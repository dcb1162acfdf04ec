import { reasonActions } from './action-catalogue.ts'
import { dayReasons } from './day-catalogue.ts'
import { nextEvents } from './next-catalogue.ts'
import { orderReasons } from './order-catalogue.ts'
import { type Sentence, type SentenceFormat, writeSentence } from './sentence.ts'

const tables = { reason: { ...orderReasons, ...dayReasons }, next: nextEvents, action: reasonActions } as const

/** A reason of `/Why`, what happens next, or an action, as the API sends it. */
export type Said = { code?: string; parameters?: Record<string, unknown>; sentence: string }

/**
 * What `/Why` says, from the catalogue of its sentences; null for a code or a parameter that only
 * another version of the API knows.
 */
export function whySentence(kind: keyof typeof tables, { code, parameters }: Said, format: SentenceFormat): string | null {
  const table: Readonly<Record<string, Sentence>> = tables[kind]
  const sentence = code !== undefined && Object.hasOwn(table, code) ? table[code] : undefined
  return sentence === undefined || parameters === undefined ? null : writeSentence(sentence, parameters, format)
}
