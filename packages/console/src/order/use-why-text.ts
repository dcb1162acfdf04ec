import { sentenceFormat } from '@open-oms/contracts/why/catalogue/sentence-format'
import type { Said } from '@open-oms/contracts/why/catalogue/why-sentence'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTimeZone } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { useLanguage } from '../preferences/preferences.tsx'

/**
 * Puts what `/Why` sends into the language of the person, with amounts and moments as they write
 * them: `reason`, `next` and `action` take a reason, its next event and one of its actions. What
 * the console has no words for stays as the API says it.
 */
export function useWhyText() {
  const { language } = useLanguage()
  const timeZone = useTimeZone() ?? 'UTC'
  const { money } = useFormat()
  // Loaded when it is needed; the first load has a budget.
  const { data: known, isLoading } = useQuery({
    queryKey: ['texts', 'why'],
    queryFn: () => import('@open-oms/contracts/why/catalogue/why-sentence'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const format = useMemo(() => sentenceFormat({ language, timeZone, money, now: new Date() }), [language, timeZone, money])
  const write = (kind: 'reason' | 'next' | 'action', said: Said) => known?.whySentence(kind, said, format) ?? said.sentence
  return {
    /** The texts would be those of the API for a moment. */
    isLoading,
    reason: (said: Said) => write('reason', said),
    next: (said: Said) => write('next', said),
    action: (said: Said) => write('action', said),
  }
}
