import type { QuarantinedEvents } from '../modules/builds/count-quarantined-events.ts'
import type { PostingDay } from '../modules/postings/domain/posting-context.ts'
import type { BuildResult } from '../modules/postings/save-posting.ts'

type Subject = PostingDay & { zReportId?: string }

/** What the build command did. `failures` are lines of `describeFailure`. */
export type Built = { results: BuildResult[]; failures: string[]; quarantined: QuarantinedEvents }

/**
 * One line about a day or Z-report: date, store, currency, outcome, and the posting or the reasons;
 * warnings on lines below.
 */
export function describeResult(result: BuildResult): string {
  const start = startOf(result, result.outcome)
  if (result.outcome === 'draft') return `${start}  ${result.reasons.join('; ')}`
  if (result.outcome === 'nothing') return `${start}  nothing to book`
  if (result.outcome === 'corrected') return `${start}  on ${result.toDate}, since ${result.postingId} is reconciled`
  return [`${start}  ${result.postingId}`, ...result.warnings.map((warning) => `            ${warning}`)].join('\n')
}

/** One line about a day or a Z-report whose build failed. */
export function describeFailure(error: Error, subject: Subject): string {
  return `${startOf(subject, 'failed')}  ${error.message}`
}

/** What keeps a build from being complete, a line each. */
export function describeProblems({ results, failures, quarantined: { deadLetters, parked } }: Built): string[] {
  const lines = [...failures]
  const drafts = results.filter(({ outcome }) => outcome === 'draft').length
  if (drafts > 0) {
    const subject = drafts === 1 ? 'A posting stays a draft' : `${drafts} postings stay drafts`
    lines.push(`${subject}: correct the cause and build again.`)
  }
  if (deadLetters + parked > 0) {
    const subject = deadLetters + parked === 1 ? 'An event' : `${deadLetters + parked} events`
    const counts = `dead letters: ${deadLetters}, waiting: ${parked}`
    lines.push(`${subject} of these days, or of an unknown day, could not be booked (${counts}).`)
    lines.push('See "npx oms events dead-letters list", correct the cause and build again.')
  }
  return lines
}

function startOf({ postingDate, storeId, currencyCode, zReportId }: Subject, outcome: string): string {
  const start = `${postingDate}  ${storeId.padEnd(14)}  ${currencyCode}  ${outcome.padEnd(10)}`
  return zReportId === undefined ? start : `${start}  Z-report ${zReportId}`
}
