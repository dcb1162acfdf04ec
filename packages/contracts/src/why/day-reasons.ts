import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, Model, Text } from '../primitives.ts'
import { defineRoute, ErrorBody } from '../route.ts'
import { dayReasons } from './catalogue/day-catalogue.ts'
import { reasonModel } from './reason.ts'

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
    'Each reason has a stable `code`, a sentence in the language of `Accept-Language` (English or Norwegian), since when it holds, what happens next automatically, what a person can do, and the facts ' +
    'that the sentence is taken from. The most pressing reason comes first. It is about the postings of web orders, by currency, and ' +
    'about those of Z-reports.',
  tags: ['Accounting'],
  access: ['AccountingRead'],
  query: Type.Object({
    date: Type.String({ description: 'The accounting day, such as `2026-01-31`.' }),
    storeId: Type.String({ pattern: '\\S', description: 'must not be blank' }),
  }),
  requestHeaders: ['Accept-Language'],
  responses: { 200: DayExplanation, 404: ErrorBody },
})

/** Every route that explains accounting days. */
export const explainDayRoutes = [explainDay] as const
