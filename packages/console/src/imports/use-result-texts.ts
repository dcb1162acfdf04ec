import type { Problem } from '@open-oms/import/reading/read-item'
import type { Reason } from '@open-oms/import/reading/reasons'
import { useTranslations } from 'use-intl'
import type { Outcome, RowResult } from './sending/row-results.ts'

export const outcomeColors: Readonly<Record<Outcome, string>> = {
  refused: 'red',
  unreadable: 'orange',
  created: 'green',
  updated: 'blue',
  existing: 'cyan',
}

/** Why something of a file is refused, in words. */
export function useReasonText(): (reason: Reason) => string {
  const t = useTranslations('imports.problems')
  return ({ name, values }) => t(name, values)
}

/** What is wrong with a row, in words: the column and the reason of each problem. */
export function useProblemsText(): (problems: readonly Problem[]) => string {
  const reasonText = useReasonText()
  return (problems) =>
    problems
      .map(({ column, reason, named }) => `${column === null ? '' : `${column}: `}${named === null ? reason : reasonText(named)}`)
      .join('; ')
}

/** What became of a row and why, in words. */
export function useResultTexts() {
  const t = useTranslations('imports.outcomes')
  const problemsText = useProblemsText()
  return {
    outcome: ({ outcome }: RowResult) => t(outcome),
    reason: ({ reason }: RowResult) => (reason === null || typeof reason === 'string' ? (reason ?? '') : problemsText(reason)),
  }
}
