import {
  type BookedFacts,
  buildAction,
  counted,
  type DraftFacts,
  dayEvidence,
  evidence,
  type Facts,
  moment,
  nextBuild,
  type PostingFacts,
  type Reason,
  reason,
} from './facts.ts'
import { postingReason } from './posting-reasons.ts'

/** The web orders of a day in one currency. */
type WebDay = {
  currencyCode: string
  draft: DraftFacts | undefined
  booked: BookedFacts | undefined
  posting: PostingFacts | undefined
}

/** Why the payments of web orders of the day are posted or not: a reason for each currency. */
export function webDayReasons(facts: Facts): Reason[] {
  const { drafts, booked, postings } = facts
  const web = postings.filter(({ source }) => source === 'WebFulfillment')
  const currencies = [...new Set([...drafts, ...booked, ...web].map(({ currencyCode }) => currencyCode))].sort()
  if (currencies.length === 0) return [isOver(facts) ? withoutPayments(facts) : notOver(facts)]
  return currencies.flatMap((currencyCode) => {
    const hasCurrency = (one: { currencyCode: string }) => one.currencyCode === currencyCode
    const day = {
      currencyCode,
      draft: drafts.find(hasCurrency),
      booked: booked.find(hasCurrency),
      posting: web.find(hasCurrency),
    }
    for (const explain of webExplainers) {
      const found = explain(day, facts)
      if (found !== null) return [found]
    }
    return []
  })
}

function draftWithReasons({ currencyCode, draft, booked }: WebDay, facts: Facts): Reason | null {
  if (draft === undefined || draft.reasons.length === 0) return null
  return reason(facts, {
    code: 'DayDraft',
    sentence: `The ${currencyCode} payments of ${facts.date} stay a draft: ${draft.reasons.join('; ')}.`,
    since: draft.triedAt ?? draft.createdAt,
    next: {
      sentence: 'It is built again every full hour, and when the configuration changes; it succeeds once the cause is removed.',
      at: nextBuild(facts.now, facts.dueAt),
    },
    actions: [buildAction(facts, 'Add what is missing to the configuration of accounting, and build the day.')],
    evidence: [dayEvidence(facts), draftEvidence(draft), ...bookedEvidence(booked)],
  })
}

function buildNotEnded({ currencyCode, draft, booked }: WebDay, facts: Facts): Reason | null {
  if (draft === undefined || draft.hasChanges) return null
  return reason(facts, {
    code: 'BuildNotEnded',
    sentence: `A build of the ${currencyCode} payments of ${facts.date} has begun and not ended: it is under way, or it failed, which the log says.`,
    since: draft.createdAt,
    next: { sentence: 'It is built again with the next scheduled build.', at: nextBuild(facts.now, facts.dueAt) },
    actions: [buildAction(facts, 'Build the day now; the command says why it fails.')],
    evidence: [dayEvidence(facts), draftEvidence(draft), ...bookedEvidence(booked)],
  })
}

function changed({ currencyCode, draft, booked, posting }: WebDay, facts: Facts): Reason | null {
  if (draft === undefined || posting === undefined) return null
  return reason(facts, {
    code: 'DayChanged',
    sentence: `The ${currencyCode} payments of ${facts.date} are posted, and others have come in or changed since.`,
    since: booked?.lastRecorded ?? draft.createdAt,
    next: {
      sentence: 'The next scheduled build posts the day again, or books the difference on a later day where it is reconciled.',
      at: nextBuild(facts.now, facts.dueAt),
    },
    actions: [buildAction(facts, 'Build the day now.')],
    evidence: [dayEvidence(facts), draftEvidence(draft), ...bookedEvidence(booked), postingEvidence(posting)],
  })
}

function waiting({ currencyCode, draft, booked }: WebDay, facts: Facts): Reason | null {
  if (draft === undefined) return null
  if (!isOver(facts)) return notOver(facts, booked)
  const isDue = facts.dueAt <= facts.now
  const what = `${counted(booked?.count ?? 0, 'payment')} in ${currencyCode}`
  return reason(facts, {
    code: isDue ? 'DayDue' : 'DayNotDue',
    sentence: isDue
      ? `The build of ${facts.date} is due: ${what}.`
      : `The build of ${facts.date} is not due before ${moment(facts.dueAt)}, the cut-off of the following day: ${what}.`,
    since: isDue ? facts.dueAt : facts.endsAt,
    next: { sentence: 'The scheduled build posts the day.', at: nextBuild(facts.now, facts.dueAt) },
    actions: [buildAction(facts, 'Build the day now.')],
    evidence: [dayEvidence(facts), draftEvidence(draft), ...bookedEvidence(booked)],
  })
}

function posted({ posting }: WebDay, facts: Facts): Reason | null {
  return posting === undefined ? null : postingReason(posting, facts)
}

const webExplainers: readonly ((day: WebDay, facts: Facts) => Reason | null)[] = [
  draftWithReasons,
  buildNotEnded,
  changed,
  waiting,
  posted,
]

function isOver({ endsAt, now }: Facts): boolean {
  return endsAt <= now
}

function notOver(facts: Facts, booked?: BookedFacts): Reason {
  const so = booked === undefined ? 'no payments yet' : `${counted(booked.count, 'payment')} in ${booked.currencyCode} so far`
  return reason(facts, {
    code: 'DayNotOver',
    sentence: `${facts.date} is not over in store "${facts.storeId}" before ${moment(facts.endsAt)}: ${so}.`,
    next: {
      sentence: 'The scheduled build posts the day after the cut-off of the following one.',
      at: nextBuild(facts.now, facts.dueAt),
    },
    evidence: [dayEvidence(facts), ...bookedEvidence(booked)],
  })
}

function withoutPayments(facts: Facts): Reason {
  return reason(facts, {
    code: 'NoPayments',
    sentence: `No captured, sold, invoiced or refunded payments of web orders of store "${facts.storeId}" are of ${facts.date}: the day has no posting of them.`,
    evidence: [dayEvidence(facts)],
  })
}

function draftEvidence({ currencyCode, hasChanges, reasons, createdAt, triedAt }: DraftFacts) {
  return evidence('Draft', { source: 'WebFulfillment', currencyCode, hasChanges, reasons, createdAt, triedAt })
}

function bookedEvidence(booked: BookedFacts | undefined) {
  return booked === undefined ? [] : [evidence('Payment', { ...booked })]
}

function postingEvidence({ id: postingId, source, status, currencyCode, createdAt }: PostingFacts) {
  return evidence('Posting', { postingId, source, status, currencyCode, createdAt })
}
