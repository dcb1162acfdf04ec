import { evidence, type Facts, moment, nextBuild, type PostingFacts, type Reason, reason } from './facts.ts'

/** Where a posting that is current is in its lifecycle (postings.md#posting-lifecycle). */
export function postingReason(posting: PostingFacts, facts: Facts): Reason {
  const { id, status, currencyCode, createdAt, exportedAt, externalReference, rejectionReason, carriedTo, zReportId } = posting
  const what =
    zReportId === null ? `The ${currencyCode} payments of ${facts.date} are posted` : `Z-report "${zReportId}" is posted`
  const about = zReportId === null ? { kind: 'Posting' as const, id } : { kind: 'ZReport' as const, id: zReportId }
  const shared = {
    about,
    actions: [{ sentence: 'Read the posting.', method: 'GET' as const, url: `/api/Accounting/Postings/${id}`, body: null }],
    evidence: [evidence('Posting', { postingId: id, ...posting })],
  }
  switch (status) {
    case 'Rejected':
      return reason(facts, {
        ...shared,
        code: 'PostingRejected',
        sentence: `${what}, and the ERP has rejected it: ${rejectionReason ?? 'no reason was given'}. A build with other content takes its place.`,
        since: createdAt,
      })
    case 'Posted':
      return reason(facts, {
        ...shared,
        code: 'AwaitingExport',
        sentence: `${what}; no ERP has reported that it has taken the posting over.`,
        since: createdAt,
      })
    case 'Exported':
      return reason(facts, {
        ...shared,
        code: 'AwaitingReconciliation',
        sentence: `${what}, and was exported${externalReference === null ? '' : ` as ${externalReference}`}; the ERP has not reported that it is reconciled.`,
        since: exportedAt,
      })
    default:
      return reason(facts, {
        ...shared,
        code: carriedTo === null ? 'DayPosted' : 'ChangesCarried',
        sentence:
          carriedTo === null
            ? `${what} and reconciled: nothing is left to do.`
            : `${what} and reconciled; what has changed since is booked on ${carriedTo}.`,
        since: exportedAt ?? createdAt,
      })
  }
}

/** The Z-reports of the day: drafts with their reasons, the others with their postings. */
export function zReportReasons(facts: Facts): Reason[] {
  return facts.zReports.flatMap(({ zReportId, recordedAt, reasons, triedAt }) => {
    const posting = facts.postings.find((candidate) => candidate.zReportId === zReportId)
    if (reasons === null) return posting === undefined ? [] : [postingReason(posting, facts)]
    return [
      reason(facts, {
        code: 'ZReportDraft',
        about: { kind: 'ZReport', id: zReportId },
        sentence: `Z-report "${zReportId}" has no posting of its newest revision: ${reasons.join('; ')}.`,
        since: triedAt ?? recordedAt,
        next: {
          sentence: 'It is built again every full hour, and when the configuration changes.',
          at: nextBuild(facts.now, facts.now),
        },
        evidence: [evidence('ZReport', { zReportId, recordedAt, reasons, triedAt })],
      }),
    ]
  })
}

/** A store with tills that closed none of the day (z-reports.md#register-close). */
export function zReportMissing(facts: Facts): Reason | null {
  const { zReports, lastZReportDay, storeId, date, endsAt, now } = facts
  if (zReports.length > 0 || lastZReportDay === null || endsAt > now) return null
  return reason(facts, {
    code: 'ZReportMissing',
    sentence: `No Z-report of store "${storeId}" was closed on ${date}, the last one before on ${lastZReportDay}: a till that sold then is not closed, or its report is under way.`,
    since: endsAt,
    actions: [
      {
        sentence: 'Close the register, if it sold on that day.',
        method: 'POST',
        url: '/api/ZReport/Close',
        body: { storeId, registerIds: ['<register>'] },
      },
    ],
    evidence: [evidence('ZReport', { storeId, date, lastDay: lastZReportDay, closesSeenUntil: moment(now) })],
  })
}
