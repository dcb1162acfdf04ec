import type { Problem } from '@open-oms/import/reading/read-item'
import type { Row } from '../reading/read-rows.ts'

/** What became of rows, as the report lists them: what needs a person first. */
export const outcomes = ['refused', 'unreadable', 'created', 'updated', 'existing'] as const
export type Outcome = (typeof outcomes)[number]

export type Counts = Record<Outcome, number>

export const noCounts: Counts = { refused: 0, unreadable: 0, created: 0, updated: 0, existing: 0 }

/** What the API has made of an item. */
export type SendResult = { outcome: Exclude<Outcome, 'unreadable'>; reason: string | null }

/** What became of a row of a file. */
export type RowResult = {
  line: number
  key: string | null
  outcome: Outcome
  /** Why, in the words of the API; the problems of the file; null where nothing is to be said. */
  reason: string | readonly Problem[] | null
  /** Of what was not accepted: the row as it is in the file. */
  text?: string
}

/**
 * The results of the rows of a batch; `sent` has those of the rows that could be read, in their
 * order.
 */
export function toRowResults(rows: readonly Row[], sent: readonly SendResult[]): RowResult[] {
  const rest = sent[Symbol.iterator]()
  return rows.map(({ line, key, item, problems, text }): RowResult => {
    if (item === null) return { line, key, outcome: 'unreadable', reason: problems, text }
    const { outcome, reason } = rest.next().value as SendResult
    return { line, key, outcome, reason, ...(outcome === 'refused' ? { text } : {}) }
  })
}

/** Counts together with those of some results. */
export function countsWith(counts: Counts, results: readonly RowResult[]): Counts {
  const sum = { ...counts }
  for (const { outcome } of results) sum[outcome]++
  return sum
}

/** All results as a report lists them: by outcome, then in the order of the file. */
export function inReportOrder(results: readonly RowResult[]): RowResult[] {
  const rank = (result: RowResult) => outcomes.indexOf(result.outcome)
  return results.toSorted((one, other) => rank(one) - rank(other) || one.line - other.line)
}
