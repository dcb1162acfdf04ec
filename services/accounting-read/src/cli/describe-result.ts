import type { PostingDay } from '../modules/postings/domain/posting-context.ts'
import type { BuildResult } from '../modules/postings/save-posting.ts'

/** One line about what a build did: day or Z-report, store, currency, outcome, and the posting or the reasons; warnings below. */
export function describeResult(result: BuildResult): string {
  const start = startOf(result, result.outcome)
  if (result.outcome === 'draft') return `${start}  ${result.reasons.join('; ')}`
  if (result.outcome === 'nothing') return `${start}  nothing to book`
  if (result.outcome === 'carried') return `${start}  to ${result.toDate}, since ${result.postingId} is reconciled`
  return [`${start}  ${result.postingId}`, ...result.warnings.map((warning) => `            ${warning}`)].join('\n')
}

type Subject = PostingDay & { zReportId?: string }

/** One line about a day or a Z-report whose build failed. */
export function describeFailure(error: Error, subject: Subject): string {
  return `${startOf(subject, 'failed')}  ${error.message}`
}

function startOf({ postingDate, storeId, currencyCode, zReportId }: Subject, outcome: string): string {
  const start = `${postingDate}  ${storeId.padEnd(14)}  ${currencyCode}  ${outcome.padEnd(10)}`
  return zReportId === undefined ? start : `${start}  Z-report ${zReportId}`
}
