import type { Order, TimelineEntry } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import type { OfCurrency } from '../../configuration/order-currency.ts'
import { useOrderCurrency } from '../../configuration/use-order-currency.ts'
import { useStatusNames } from '../../configuration/use-status-names.ts'
import { useFormat } from '../../display/use-format.ts'
import { type Language, useLanguage } from '../../preferences/preferences.tsx'
import { useWords } from '../../vocabulary/use-words.ts'
import type { Sentences } from './sentences.ts'

/** A sentence for people with the language that it is in. */
export type Sentence = { text: string; lang: Language }

/** What sentences of an order need of it. */
export type SentencedOrder = OfCurrency & Pick<Order, 'orderType'>

// Loaded when they are needed; the first load has a budget.
const sentencesOf: Readonly<Record<Language, () => Promise<Sentences>>> = {
  en: async () => (await import('./english-sentences.ts')).englishSentences,
  nb: async () => (await import('./norwegian-sentences.ts')).norwegianSentences,
}

/**
 * The sentences of timelines in the language of the person, made of the facts of the API. Where
 * there is none, that of the API is shown, in English.
 */
export function useSentences(order: SentencedOrder) {
  const { orderType } = order
  const currency = useOrderCurrency()(order)
  const { language } = useLanguage()
  const format = useFormat()
  const words = useWords()
  const nameOf = useStatusNames()
  const { data: known } = useQuery({
    queryKey: ['texts', 'sentences', language],
    queryFn: () => sentencesOf[language](),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const written = { format, currency, words, statusName: (status: string) => nameOf(status, orderType) }
  const of = (text: string | null | undefined, english: string): Sentence =>
    text === null || text === undefined ? { text: english, lang: 'en' } : { text, lang: language }
  return {
    entry: (entry: TimelineEntry) => of(known?.entry(entry, written), entry.summary),
  }
}
