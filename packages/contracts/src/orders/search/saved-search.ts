import { type Static, Type } from '@sinclair/typebox'
import {
  asSent,
  DateTime,
  described,
  FilterModel,
  Flag,
  Integer,
  List,
  LongInteger,
  Model,
  Nullable,
  Text,
  Word,
} from '../../primitives.ts'
import { OrderSearchRequest } from './search.ts'

/** Longest body of a saved search (saved-searches.md#saved-search-limits). */
export const SAVED_SEARCH_BYTES_MAX = 16 * 1024
/** Most saved searches of one caller that are not shared, and most shared ones of the tenant. */
export const OWN_SEARCHES_MAX = 100
export const SHARED_SEARCHES_MAX = 200
const COLUMNS_MAX = 50

/** The filters of a search that take a date (search.md#search-filters). */
export const dateFilters = [
  'completedFrom',
  'completedTo',
  'createdFrom',
  'createdTo',
  'followUpDateFrom',
  'followUpDateTo',
  'modifiedFrom',
  'modifiedTo',
  'paymentTransactionDateFrom',
  'paymentTransactionDateTo',
  'readyForPickupFrom',
  'readyForPickupTo',
] as const
export type DateFilter = (typeof dateFilters)[number]

/** A date of a saved search that moves with the time (saved-searches.md#relative-dates). */
export const RelativeDate = Model(
  'RelativeDate',
  {
    filter: described(Word(dateFilters), 'The date filter that gets the date. It must not be in `search` as well.'),
    offset: Type.String({
      pattern: '^[+-]?\\d{1,4}[mhd]$',
      description:
        'must be minutes, hours or days from the moment of the search, such as -2d, -90m or +8h; a day has 24 hours, and 0d is now',
    }),
  },
  'A date of a saved search that moves with the time.',
)
export type RelativeDate = Static<typeof RelativeDate>

const name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '\\S',
  description: 'must have 1 to 200 characters, not only blanks',
})
const description = Type.String({ maxLength: 2_000, description: 'must have at most 2,000 characters' })
const columns = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  maxItems: COLUMNS_MAX,
  description: 'What a client shows of each order: property paths, as of a CSV export. The service only keeps them.',
})
const position = Type.Integer({ ...Integer, description: 'Orders the list; ties go by name.' })
const shared = Type.Boolean({ description: 'For all clients of the tenant; otherwise for the client and subject of the token.' })

/**
 * A search that is kept under a name, to be run again: a queue of work
 * (saved-searches.md#saved-searches).
 */
export const SavedSearch = Model(
  'SavedSearch',
  {
    id: described(Text, 'Given by the system.'),
    name: described(Text, 'What people call it. Names need not be unique.'),
    description: described(Nullable(Text), 'What the search is for. Null: nothing was said.'),
    search: described(asSent(OrderSearchRequest), 'The body of the order search that is run; its `page` has no effect.'),
    relativeDates: described(
      asSent(List(RelativeDate)),
      'Date filters that are counted from the moment at which the search is run.',
    ),
    columns: described(List(Text), 'What a client shows of each order: property paths, at most 50. The service only keeps them.'),
    shared,
    position,
    created: described(DateTime, 'When it was saved. Set by the system.'),
    createdBy: described(Text, 'The subject of the token that saved it, else the client. Set by the system.'),
    modified: described(DateTime, 'When it was changed last. Set by the system.'),
    modifiedBy: described(Text, 'The subject of the token that changed it last, else the client. Set by the system.'),
    versionId: described(Text, 'The current version; also the `ETag`.'),
  },
  'A search that is kept under a name, to be run again: a queue of work.',
)
export type SavedSearch = Static<typeof SavedSearch>

const optional = Type.Optional

const SavedOrderSearch = FilterModel(
  'SavedOrderSearch',
  OrderSearchRequest.properties,
  'The body of an order search. A filter that the order search does not have is refused: it would be a queue of all orders.',
)

/** A saved search as it is created and replaced; `search` is the body of an order search. */
export const SavedSearchRequest = Model(
  'SavedSearchRequest',
  {
    name,
    description: optional(description),
    search: described(
      SavedOrderSearch,
      'The body of the order search to run. It is checked as the search checks it; its `page` has no effect.',
    ),
    relativeDates: described(
      optional(Type.Array(RelativeDate, { maxItems: dateFilters.length })),
      'Date filters that are counted from the moment at which the search is run, one for each filter at most.',
    ),
    columns: optional(columns),
    shared: optional(shared),
    position: optional(position),
  },
  'A saved search as it is created and replaced.',
)
export type SavedSearchRequest = Static<typeof SavedSearchRequest>

/** A saved search in the list. */
export const ListedSavedSearch = Model(
  'ListedSavedSearch',
  {
    ...SavedSearch.properties,
    count: Nullable(
      Type.Integer({
        ...LongInteger,
        description: 'Orders that it finds for the caller. Null: not asked for, or not counted in time.',
      }),
    ),
    countIsExact: described(Nullable(Flag), 'False where there are more orders than `count`. Null where `count` is null.'),
  },
  'A saved search in the list.',
)
export type ListedSavedSearch = Static<typeof ListedSavedSearch>

export const SavedSearchList = Model(
  'SavedSearchList',
  {
    result: described(List(ListedSavedSearch, OWN_SEARCHES_MAX + SHARED_SEARCHES_MAX), 'The searches, by position and name.'),
  },
  'The saved searches that the caller can run.',
)
export type SavedSearchList = Static<typeof SavedSearchList>
