import type { PostingDay } from '../../persistence/posting-draft-store.ts'
import type { BuildResult } from './build-day.ts'

/** One line about what a build did: day, store, currency, outcome, and the posting or the reasons; warnings below. */
export function describeResult(result: BuildResult): string {
  const start = startOf(result, result.outcome)
  if (result.outcome === 'draft') return `${start}  ${result.reasons.join('; ')}`
  if (result.outcome === 'nothing') return `${start}  no payments`
  return [`${start}  ${result.postingId}`, ...result.warnings.map((warning) => `            ${warning}`)].join('\n')
}

/** One line about a day whose build failed. */
export function describeFailure(error: Error, day: PostingDay): string {
  return `${startOf(day, 'failed')}  ${error.message}`
}

function startOf({ postingDate, storeId, currencyCode }: PostingDay, outcome: string): string {
  return `${postingDate}  ${storeId.padEnd(14)}  ${currencyCode}  ${outcome.padEnd(10)}`
}
