import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Language, useLanguage } from '../preferences/preferences.tsx'
import type { vocabularyEn } from '../texts/en/vocabulary.ts'
import { type Words, wordsIn } from './words.ts'

// Loaded with the first page that has such words; the first load has a budget.
const vocabularies: Readonly<Record<Language, () => Promise<typeof vocabularyEn>>> = {
  en: async () => (await import('../texts/en/vocabulary.ts')).vocabularyEn,
  nb: async () => (await import('../texts/nb/vocabulary.ts')).vocabularyNb,
}

const asTheyAre = wordsIn({})

/** The words in a language, loaded once. */
export function wordsQuery(language: Language) {
  return queryOptions({
    queryKey: ['texts', 'vocabulary', language],
    queryFn: async () => wordsIn(await vocabularies[language]()),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * The words of the API's fixed vocabularies in the language of the person. Until they are loaded,
 * values are shown as they are.
 */
export function useWords(): Words {
  const { language } = useLanguage()
  const { data } = useQuery(wordsQuery(language))
  return data ?? asTheyAre
}
