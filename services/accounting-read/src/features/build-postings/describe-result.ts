import type { BuildResult } from './build-day.ts'

/** One line about what a build did: day, store, currency, outcome, and the posting or the reasons; warnings below. */
export function describeResult(result: BuildResult): string {
  const { postingDate, storeId, currencyCode, outcome } = result
  const start = `${postingDate}  ${storeId.padEnd(14)}  ${currencyCode}  ${outcome.padEnd(10)}`
  if (result.outcome === 'draft') return `${start}  ${result.reasons.join('; ')}`
  if (result.outcome === 'nothing') return `${start}  no payments`
  return [`${start}  ${result.postingId}`, ...result.warnings.map((warning) => `            ${warning}`)].join('\n')
}
