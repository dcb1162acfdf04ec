import { type Static, Type } from '@sinclair/typebox'
import {
  DateTime,
  DateTimeUpTo,
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
 * `take × page` may not exceed this (ledger.md#posting-search). `after` goes on without a window.
 */
export const SEARCH_WINDOW_MAX = 10_000
/** Most ids or account numbers in one filter. */
const FILTER_LIST_MAX = 1_000

const optional = Type.Optional
const pageSize = (preset: number, maximum: number) => optional(Type.Integer({ minimum: 1, maximum, default: preset }))

const paging = (preset: number, maximum: number) => ({
  take: pageSize(preset, maximum),
  page: optional(Type.Integer({ minimum: 1, maximum: PAGE_NUMBER_MAX, default: 1 })),
  after: optional(
    Type.String({ description: 'The `next` of the previous response: goes on from there; `page` is not looked at then.' }),
  ),
})

const filters = {
  storeId: optional(Type.String({ description: 'Exclusive with `storeGroupId`.' })),
  storeGroupId: optional(Type.String({ description: 'Means all its stores. Exclusive with `storeId`.' })),
  registerId: optional(Text),
  source: optional(WordOrNothing(postingSources)),
  postingDateFrom: optional(DateTime),
  postingDateTo: optional(DateTimeUpTo),
  includeSuperseded: optional(Flag),
}

export const PostingSearchRequest = Model('PostingSearchRequest', {
  ...paging(50, 100),
  ...filters,
  accountingCompanyCode: optional(Text),
  /** `Draft` is known and finds nothing: drafts are never shown (ledger.md#posting-search). */
  status: optional(WordOrNothing(['Draft', ...postingStatuses])),
  orderIds: optional(List(Text, FILTER_LIST_MAX)),
})
export type PostingSearchRequest = Static<typeof PostingSearchRequest>

export const ledgerLineSortKeys = ['PostingDate', 'AccountNumber', 'PostingId'] as const
export type LedgerLineSortKey = (typeof ledgerLineSortKeys)[number]

const ledgerLineFilters = {
  ...filters,
  postingId: optional(Text),
  accountNumber: optional(Type.String({ description: 'Wins over `accountNumbers`.' })),
  accountNumbers: optional(List(Text, FILTER_LIST_MAX)),
  category: optional(WordOrNothing(ledgerLineCategories)),
  taxGroupCode: optional(Text),
  vatCode: optional(Text),
  currencyCode: optional(Text),
}

export const LedgerLineSearchRequest = Model('LedgerLineSearchRequest', {
  ...paging(200, 1_000),
  ...ledgerLineFilters,
  sortBy: optional(WordOrNothing(ledgerLineSortKeys)),
  sortDescending: optional(Flag),
})
export type LedgerLineSearchRequest = Static<typeof LedgerLineSearchRequest>

export const ledgerExportFormats = ['csv', 'ndjson'] as const

/**
 * What an export of ledger lines is asked for: the filters of a search, without its pages
 * (ledger.md#ledger-export).
 */
export const LedgerLineExportQuery = Type.Object({
  ...ledgerLineFilters,
  format: optional(
    Type.Unsafe<(typeof ledgerExportFormats)[number] | ''>({ ...WordOrNothing(ledgerExportFormats), default: 'csv' }),
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
export const PostingSearchResult = Model('PostingSearchResult', {
  totalHits: LongInteger,
  result: Type.Array(Posting),
  next: Nullable(Text),
})
export type PostingSearchResult = Static<typeof PostingSearchResult>

/** A page of ledger lines. `next` is null at the end, else what `after` takes. */
export const LedgerLineSearchResult = Model('LedgerLineSearchResult', {
  totalHits: LongInteger,
  result: Type.Array(LedgerLine),
  next: Nullable(Text),
})
export type LedgerLineSearchResult = Static<typeof LedgerLineSearchResult>
