import { useTranslations } from 'use-intl'
import type { Problem } from './reading/file-text.ts'
import type { Outcome, RowResult } from './sending/row-results.ts'

export const outcomeColors: Readonly<Record<Outcome, string>> = {
  refused: 'red',
  unreadable: 'orange',
  created: 'green',
  updated: 'blue',
  existing: 'cyan',
}

/** What is wrong with a row or a file, in words. */
export function useProblemText(): (problem: Problem) => string {
  const t = useTranslations('imports.problems')
  return ({ name, values }) => t(name, values as Record<string, string>)
}

/** What became of a row and why, in words. */
export function useResultTexts() {
  const t = useTranslations('imports.outcomes')
  const problemText = useProblemText()
  return {
    outcome: ({ outcome }: RowResult) => t(outcome),
    reason: ({ reason }: RowResult) => (reason === null || typeof reason === 'string' ? (reason ?? '') : problemText(reason)),
  }
}
