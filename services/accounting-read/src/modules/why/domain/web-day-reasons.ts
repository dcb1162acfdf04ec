import {
  type BookedFacts,
  builtNext,
  type DraftFacts,
  dayEvidence,
  evidence,
  type Facts,
  type PostingFacts,
  postAction,
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

function draftWithReasons({ currencyCode: currency, draft, booked }: WebDay, facts: Facts): Reason | null {
  if (draft === undefined || draft.reasons.length === 0) return null
  return reason(facts, {
    code: 'DayDraft',
    parameters: { currency, day: facts.date, problems: draft.reasons.join('; ') },
    since: draft.triedAt ?? draft.createdAt,
    next: builtNext(facts, 'DayBuiltAgain', facts.dueAt),
    actions: [postAction(facts)],
    evidence: [dayEvidence(facts), draftEvidence(draft), ...bookedEvidence(booked)],
  })
}

function buildNotEnded({ currencyCode: currency, draft, booked }: WebDay, facts: Facts): Reason | null {
  if (draft === undefined || draft.hasChanges) return null
  return reason(facts, {
    code: 'BuildNotEnded',
    parameters: { currency, day: facts.date },
    since: draft.createdAt,
    next: builtNext(facts, 'DayBuiltAgain', facts.dueAt),
    actions: [postAction(facts)],
    evidence: [dayEvidence(facts), draftEvidence(draft), ...bookedEvidence(booked)],
  })
}

function changed({ currencyCode: currency, draft, booked, posting }: WebDay, facts: Facts): Reason | null {
  if (draft === undefined || posting === undefined) return null
  return reason(facts, {
    code: 'DayChanged',
    parameters: { currency, day: facts.date },
    since: booked?.lastRecorded ?? draft.createdAt,
    next: builtNext(facts, 'DayPostedAgain', facts.dueAt),
    actions: [postAction(facts)],
    evidence: [dayEvidence(facts), draftEvidence(draft), ...bookedEvidence(booked), postingEvidence(posting)],
  })
}

function waiting({ currencyCode: currency, draft, booked }: WebDay, facts: Facts): Reason | null {
  if (draft === undefined) return null
  if (!isOver(facts)) return notOver(facts, booked)
  const { date: day, dueAt: due, now, endsAt } = facts
  const isDue = due <= now
  const parameters = { day, payments: booked?.count ?? 0, currency }
  return reason(facts, {
    ...(isDue ? { code: 'DayDue', parameters } : { code: 'DayNotDue', parameters: { ...parameters, due } }),
    since: isDue ? due : endsAt,
    next: builtNext(facts, 'DayBuilt', due),
    actions: [postAction(facts)],
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
  const { date: day, endsAt: ends } = facts
  return reason(facts, {
    code: 'DayNotOver',
    parameters: { day, ends, payments: booked?.count ?? null, currency: booked?.currencyCode ?? null },
    next: builtNext(facts, 'DayBuilt', facts.dueAt),
    evidence: [dayEvidence(facts), ...bookedEvidence(booked)],
  })
}

function withoutPayments(facts: Facts): Reason {
  const { storeId: store, date: day } = facts
  return reason(facts, { code: 'NoPayments', parameters: { store, day }, evidence: [dayEvidence(facts)] })
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
