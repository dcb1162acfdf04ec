import { builtNext, evidence, type Facts, type PostingFacts, type Reason, reason } from './facts.ts'

/** Where a posting that is current is in its lifecycle (postings.md#posting-lifecycle). */
export function postingReason(posting: PostingFacts, facts: Facts): Reason {
  const { id, status, createdAt, exportedAt, zReportId: zReport, currencyCode: currency, carriedTo } = posting
  const url = `/api/Accounting/Postings/${id}`
  const shared = {
    about: zReport === null ? ({ kind: 'Posting', id } as const) : ({ kind: 'ZReport', id: zReport } as const),
    actions: [{ code: 'ShowPosting', method: 'GET', url, body: null }] as const,
    evidence: [evidence('Posting', { postingId: id, ...posting })],
  }
  const named = { zReport, currency, day: facts.date }
  switch (status) {
    case 'Rejected': {
      const parameters = { ...named, reason: posting.rejectionReason?.replace(/[.\s]+$/, '') ?? null }
      return reason(facts, { code: 'PostingRejected', parameters, ...shared, since: createdAt })
    }
    case 'Posted':
      return reason(facts, { code: 'AwaitingExport', parameters: named, ...shared, since: createdAt })
    case 'Exported': {
      const parameters = { ...named, reference: posting.externalReference }
      return reason(facts, { code: 'AwaitingReconciliation', parameters, ...shared, since: exportedAt })
    }
    default: {
      const since = exportedAt ?? createdAt
      return carriedTo === null
        ? reason(facts, { code: 'DayPosted', parameters: named, ...shared, since })
        : reason(facts, { code: 'ChangesCarried', parameters: { ...named, carriedTo }, ...shared, since })
    }
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
        parameters: { zReport: zReportId, problems: reasons.join('; ') },
        about: { kind: 'ZReport', id: zReportId },
        since: triedAt ?? recordedAt,
        next: builtNext(facts, 'DayBuiltAgain', facts.now),
        evidence: [evidence('ZReport', { zReportId, recordedAt, reasons, triedAt })],
      }),
    ]
  })
}

/** A store with tills that closed none of the day (z-reports.md#register-close). */
export function zReportMissing(facts: Facts): Reason | null {
  const { zReports, lastZReportDay: last, storeId, date, endsAt, now } = facts
  if (zReports.length > 0 || last === null || endsAt > now) return null
  const body = { storeId, registerIds: ['<register>'] }
  return reason(facts, {
    code: 'ZReportMissing',
    parameters: { store: storeId, day: date, last },
    since: endsAt,
    actions: [{ code: 'CloseRegister', method: 'POST', url: '/api/ZReport/Close', body }],
    evidence: [evidence('ZReport', { storeId, date, lastDay: last, closesSeenUntil: now })],
  })
}
