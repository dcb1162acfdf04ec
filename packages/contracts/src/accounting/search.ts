import { type Static, Type } from '@sinclair/typebox'
import {
  DateTime,
  DateTimeUpTo,
  described,
  Flag,
  List,
  LongInteger,
  Model,
  Nullable,
  PAGE_NUMBER_MAX,
  Text,
  WordOrNothing,
} from '../primitives.ts'
import { LedgerLine, ledgerLineCategories } from './ledger-line.ts'
import { Posting, postingSources, postingStatuses } from './posting.ts'

/**
 * `take × page` may not exceed this (ledger.md#posting-search). `after` continues without a window.
 */
export const SEARCH_WINDOW_MAX = 10_000
/** Most ids or account numbers in one filter. */
const FILTER_LIST_MAX = 1_000

const optional = Type.Optional
const pageSize = (preset: number, maximum: number) => optional(Type.Integer({ minimum: 1, maximum, default: preset }))

const paging = (preset: number, maximum: number) => ({
  take: described(pageSize(preset, maximum), 'How many entries a page has at most.'),
  page: described(
    optional(Type.Integer({ minimum: 1, maximum: PAGE_NUMBER_MAX, default: 1 })),
    'The number of the page, from 1. `take` × `page` is at most 10,000; `after` goes further.',
  ),
  after: optional(
    Type.String({ description: 'The `next` of the previous response: continues from there; `page` is not looked at then.' }),
  ),
})

const filters = {
  storeId: optional(Type.String({ description: 'Exclusive with `storeGroupId`.' })),
  storeGroupId: optional(Type.String({ description: 'Means all its stores. Exclusive with `storeId`.' })),
  registerId: described(optional(Text), 'Only of this register.'),
  source: described(optional(WordOrNothing(postingSources)), 'Only of postings that were built from this.'),
  postingDateFrom: described(optional(DateTime), 'Accounting days from this one on.'),
  postingDateTo: described(optional(DateTimeUpTo), 'Accounting days up to this one, which is included.'),
  includeSuperseded: described(optional(Flag), 'Whether superseded postings count too. Without it only current ones do.'),
}

export const PostingSearchRequest = Model(
  'PostingSearchRequest',
  {
    ...paging(50, 100),
    ...filters,
    accountingCompanyCode: described(optional(Text), 'Only postings of this company.'),
    status: described(
      optional(WordOrNothing(['Draft', ...postingStatuses])),
      'Only postings in this state. `Draft` finds nothing, as drafts are never shown; `Superseded` needs `includeSuperseded`.',
    ),
    orderIds: described(
      optional(List(Text, FILTER_LIST_MAX)),
      'Postings that at least one of these orders contributed to; at most 1,000.',
    ),
  },
  'Which postings to find. Filters combine with AND; what is absent, null or empty filters nothing.',
)
export type PostingSearchRequest = Static<typeof PostingSearchRequest>

export const ledgerLineSortKeys = ['PostingDate', 'AccountNumber', 'PostingId'] as const
export type LedgerLineSortKey = (typeof ledgerLineSortKeys)[number]

const ledgerLineFilters = {
  ...filters,
  postingId: described(optional(Text), 'Only lines of this posting; of a superseded one only with `includeSuperseded`.'),
  accountNumber: optional(Type.String({ description: 'Wins over `accountNumbers`.' })),
  accountNumbers: described(
    optional(List(Text, FILTER_LIST_MAX)),
    'Lines on any of these accounts; at most 1,000. Not looked at with `accountNumber`.',
  ),
  category: described(optional(WordOrNothing(ledgerLineCategories)), 'Only lines of this kind.'),
  taxGroupCode: described(optional(Text), 'Only lines of this tax group.'),
  vatCode: described(optional(Text), 'Only lines with this VAT code.'),
  currencyCode: described(optional(Text), 'Only lines in this currency.'),
}

export const LedgerLineSearchRequest = Model(
  'LedgerLineSearchRequest',
  {
    ...paging(200, 1_000),
    ...ledgerLineFilters,
    sortBy: described(
      optional(WordOrNothing(ledgerLineSortKeys)),
      'What lines are sorted by; `PostingDate` by default. Ties go by date, posting and sequence.',
    ),
    sortDescending: described(optional(Flag), 'Turns the whole order around. False by default.'),
  },
  'Which ledger lines to find. Filters combine with AND; what is absent, null or empty filters nothing.',
)
export type LedgerLineSearchRequest = Static<typeof LedgerLineSearchRequest>

export const ledgerExportFormats = ['csv', 'ndjson'] as const

/**
 * What an export of ledger lines is asked for: the filters of a search, without its pages
 * (ledger.md#ledger-export).
 */
export const LedgerLineExportQuery = Type.Object({
  ...ledgerLineFilters,
  format: described(
    optional(Type.Unsafe<(typeof ledgerExportFormats)[number] | ''>({ ...WordOrNothing(ledgerExportFormats), default: 'csv' })),
    'The format of the file.',
  ),
  decimal: optional(
    Type.Unsafe<'comma' | 'point' | ''>({
      ...WordOrNothing(['comma', 'point']),
      default: 'comma',
      description: 'The decimal separator in CSV.',
    }),
  ),
})
export type LedgerLineExportQuery = Static<typeof LedgerLineExportQuery>

/** A page of postings. `next` is null at the end, else what `after` takes. */
export const PostingSearchResult = Model(
  'PostingSearchResult',
  {
    totalHits: described(LongInteger, 'How many postings the filters find on all pages.'),
    result: described(Type.Array(Posting), 'The postings of the page.'),
    next: described(Nullable(Text), 'What to send as `after` for the next page. Null at the end.'),
  },
  'A page of postings, the newest posting date first.',
)
export type PostingSearchResult = Static<typeof PostingSearchResult>

/** A page of ledger lines. `next` is null at the end, else what `after` takes. */
export const LedgerLineSearchResult = Model(
  'LedgerLineSearchResult',
  {
    totalHits: described(LongInteger, 'How many lines the filters find on all pages.'),
    result: described(Type.Array(LedgerLine), 'The lines of the page.'),
    next: described(Nullable(Text), 'What to send as `after` for the next page. Null at the end.'),
  },
  'A page of ledger lines.',
)
export type LedgerLineSearchResult = Static<typeof LedgerLineSearchResult>
