import type { Order, TimelineEntry } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../display/use-format.ts'
import { useLanguage } from '../preferences/preferences.tsx'
import type { NorwegianSentences, Reason } from './norwegian-sentences.ts'

/** A sentence for people with the language that it is in. */
export type Sentence = { text: string; lang: 'en' | 'nb' }

/**
 * The sentences of `/Why` and of timelines in the language of the person. In English they are those of the API; Norwegian ones are made of
 * its codes and facts, and loaded when they are needed. Where there is none the English sentence is shown.
 */
export function useSentences(currency: Order['billingCurrency']) {
  const { language } = useLanguage()
  const format = useFormat()
  const { data, isLoading } = useQuery({
    queryKey: ['texts', 'sentences', 'nb'],
    queryFn: async () => (await import('./norwegian-sentences.ts')).norwegianSentences,
    enabled: language === 'nb',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const norwegian: NorwegianSentences | undefined = language === 'nb' ? data : undefined
  const words = { format, currency }
  const of = (text: string | null | undefined, english: string): Sentence =>
    text === null || text === undefined ? { text: english, lang: 'en' } : { text, lang: 'nb' }
  return {
    /** The sentences would be English for a moment. */
    areLoading: isLoading,
    reason: (reason: Reason) => of(norwegian?.reason(reason, words), reason.sentence),
    next: (reason: Reason) => (reason.next === null ? null : of(norwegian?.next(reason, words), reason.next.sentence)),
    action: (action: Reason['actions'][number]) => of(norwegian?.action(action), action.sentence),
    entry: (entry: TimelineEntry) => of(norwegian?.entry(entry, words), entry.summary),
  }
}
