import type { Order, TimelineEntry } from '@open-oms/client/types'
import type { Format } from '../../display/format.ts'
import type { Words } from '../../vocabulary/words.ts'

/** How what a sentence names is written for the person who looks. */
export type SentenceWords = {
  format: Pick<Format, 'money'>
  currency: Order['billingCurrency']
  words: Words
  statusName: (status: string) => string
}

/**
 * The sentences about an order in a language; null where there is none for the facts at hand, so
 * that the one of the API is shown.
 */
export type Sentences = {
  entry: (entry: TimelineEntry, words: SentenceWords) => string | null
}

export type Values = Readonly<Record<string, string | undefined>>

/** A text with its values; null when it lacks one, or there is no text. */
export function filled(text: string | undefined, values: Values): string | null {
  if (text === undefined) return null
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  if (names.some((name) => values[name] === undefined)) return null
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '').trim()
}

/** A fact as a text; nothing of what is none. */
export function factText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
