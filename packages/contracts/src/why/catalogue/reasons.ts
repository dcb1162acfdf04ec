import type { CheckedTexts, Sentence } from './sentence.ts'

/**
 * What a situation waits for: `Person`, until someone, or another system, acts; `Time`, it goes on
 * automatically; `Nothing`, nothing is left to do.
 */
export const waitsFor = ['Person', 'Time', 'Nothing'] as const
export type WaitsFor = (typeof waitsFor)[number]

/** The entry of a code in a table of reasons: its sentence, whom it waits for, what it means. */
export type ReasonSentence = Sentence & { waitsFor: WaitsFor; meaning: string }

/** As `defineSentences`, for reasons. */
export function defineReasons<const Table extends Readonly<Record<string, ReasonSentence>>>(
  table: Table & { [Code in keyof Table]: CheckedTexts<Table[Code]> },
): Table {
  return table
}
