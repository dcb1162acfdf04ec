import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, Model, Text } from '../primitives.ts'
import { defineRoute, ErrorBody } from '../route.ts'
import { type ReasonMeaning, reasonModel } from './reason.ts'

const person = (meaning: string) => ({ waitsFor: 'Person', meaning }) as const
const time = (meaning: string) => ({ waitsFor: 'Time', meaning }) as const
const nothing = (meaning: string) => ({ waitsFor: 'Nothing', meaning }) as const

/**
 * Every reason why an accounting day of a store is posted or not, the most pressing first
 * (why.md#day-reasons).
 */
export const dayReasons = {
  PostingSwitchedOff: person('Postings, or those of web orders, are switched off in the settings.'),
  EventsGivenUp: person('Events that would change the day are dead letters.'),
  DayDraft: person('The build of the day found no account for an entry, no chart, or no later day for a correction.'),
  ZReportDraft: person('The build of a Z-report found no account for an entry, or no chart.'),
  PostingRejected: person('The ERP has rejected the posting.'),
  EventsWaiting: time('Events that would change the day wait for an earlier one that is missing or fails.'),
  BuildNotEnded: time('A build of the day has begun and not ended: it is under way, or it failed.'),
  DayDue: time('The day is due, and the next scheduled build posts it.'),
  DayChanged: time('The day is posted, and payments have come in since: the next build posts it again.'),
  DayNotOver: time('The day is not over in the time zone of the store.'),
  DayNotDue: time('The day is over, and its cut-off has not come.'),
  ZReportMissing: person('The store closed Z-reports in the two weeks before, and none of this day has come.'),
  AwaitingExport: person('The day is posted, and no ERP has reported the export.'),
  AwaitingReconciliation: person('The posting is exported, and the ERP has not reported that it is reconciled.'),
  ChangesCarried: nothing('The posting is reconciled, and later changes of the day are booked on another one.'),
  NoPayments: nothing('No payments of the day are booked: it has no posting.'),
  DayPosted: nothing('The posting is reconciled.'),
} as const satisfies Record<string, ReasonMeaning>

export type DayReasonCode = keyof typeof dayReasons

export const DayReason = reasonModel('DayReason', dayReasons)
export type DayReason = Static<typeof DayReason>

/** Why an accounting day of a store is posted or not (why.md#reasons). */
export const DayExplanation = Model(
  'DayExplanation',
  {
    storeId: described(Text, 'The store that is explained.'),
    date: described(Text, 'The accounting day, such as `2026-01-31`.'),
    at: described(DateTime, 'The moment that the reasons hold for.'),
    reasons: described(Type.Array(DayReason), 'The reasons, the most pressing first; at most 250.'),
  },
  'Why an accounting day of a store is posted or not.',
)
export type DayExplanation = Static<typeof DayExplanation>

export const explainDay = defineRoute({
  method: 'GET',
  url: '/api/Accounting/Postings/Why',
  operationId: 'explainDay',
  summary: 'Explains in plain sentences why an accounting day of a store is posted or not.',
  description:
    'Each reason has a stable `code`, a sentence, since when it holds, what happens next automatically, what a person can do, and the facts ' +
    'that the sentence is taken from. The most pressing reason comes first. It is about the postings of web orders, by currency, and ' +
    'about those of Z-reports.',
  tags: ['Accounting'],
  access: ['AccountingRead'],
  query: Type.Object({
    date: Type.String({ description: 'The accounting day, such as `2026-01-31`.' }),
    storeId: Type.String({ pattern: '\\S', description: 'must not be blank' }),
  }),
  responses: { 200: DayExplanation, 404: ErrorBody },
})

/** Every route that explains accounting days. */
export const explainDayRoutes = [explainDay] as const
