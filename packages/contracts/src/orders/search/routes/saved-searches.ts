import { Type } from '@sinclair/typebox'
import { described } from '../../../primitives.ts'
import { defineRoute } from '../../../route.ts'
import { OrderSummarySearchResult } from '../order-summary.ts'
import { OWN_SEARCHES_MAX, SAVED_SEARCH_BYTES_MAX, SavedSearch, SavedSearchList, SavedSearchRequest } from '../saved-search.ts'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, SEARCH_WINDOW_MAX } from '../search.ts'
import { OrderSearchResult } from '../search-result.ts'

const tags = ['Saved searches'] as const
const ofOne = {
  tags,
  access: ['OrderRead'],
  // For shared searches.
  optionalRoles: ['OrderAdmin'],
  params: Type.Object({ id: described(Type.String(), 'The id of the saved search.') }),
} as const
const sharedNeedsAdmin = 'A shared one needs the role `OrderAdmin` and a token that is not limited to stores.'

const storeId = described(Type.Optional(Type.String()), 'Only orders of this store. Absent: of all stores of the caller.')

export const listSavedSearches = defineRoute({
  method: 'GET',
  url: '/api/SavedSearches',
  operationId: 'listSavedSearches',
  summary: 'Lists the saved searches of the caller and the shared ones, by position and name.',
  description:
    'With `counts=true` each has the number of orders that it finds in the stores of the caller. `countIsExact` is false where there ' +
    'are more than `count`; `count` is null where counting would have taken too long.',
  tags,
  access: ['OrderRead'],
  reads: 'standby',
  query: Type.Object({
    counts: described(Type.Optional(Type.Boolean()), 'Whether the orders that each search finds are counted. False by default.'),
    storeId,
  }),
  responses: { 200: SavedSearchList },
})

export const createSavedSearch = defineRoute({
  method: 'POST',
  url: '/api/SavedSearches',
  operationId: 'createSavedSearch',
  summary: 'Saves a search of orders under a name.',
  description: `A search that could not be run is refused as the search would be. ${sharedNeedsAdmin} A caller has at most ${OWN_SEARCHES_MAX} own ones.`,
  tags,
  access: ['OrderRead'],
  optionalRoles: ['OrderAdmin'],
  body: SavedSearchRequest,
  bodyLimit: SAVED_SEARCH_BYTES_MAX,
  responses: { 201: SavedSearch },
  carriesVersion: true,
})

export const getSavedSearch = defineRoute({
  ...ofOne,
  method: 'GET',
  url: '/api/SavedSearches/:id',
  operationId: 'getSavedSearch',
  summary: 'Reads a saved search.',
  description: 'One of someone else that is not shared is 404.',
  responses: { 200: SavedSearch },
  carriesVersion: true,
})

export const replaceSavedSearch = defineRoute({
  ...ofOne,
  method: 'PUT',
  url: '/api/SavedSearches/:id',
  operationId: 'replaceSavedSearch',
  summary: 'Replaces a saved search.',
  description: `Fields that are absent get their defaults. ${sharedNeedsAdmin} One that is no longer shared is the caller's own.`,
  body: SavedSearchRequest,
  bodyLimit: SAVED_SEARCH_BYTES_MAX,
  responses: { 200: SavedSearch },
  carriesVersion: true,
  allowsMinimal: true,
})

export const deleteSavedSearch = defineRoute({
  ...ofOne,
  method: 'DELETE',
  url: '/api/SavedSearches/:id',
  operationId: 'deleteSavedSearch',
  summary: 'Deletes a saved search. The orders stay.',
  description: sharedNeedsAdmin,
  responses: { 204: null },
  requestHeaders: ['If-Match'],
})

const range = Type.Object({
  storeId,
  skip: described(
    Type.Optional(Type.Integer({ minimum: 0, maximum: SEARCH_WINDOW_MAX, default: 0 })),
    'How many of the orders found are left out at the beginning.',
  ),
  take: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_SIZE_MAX,
      description: `By default that of the search, else ${PAGE_SIZE_DEFAULT}.`,
    }),
  ),
})

export const runSavedSearch = defineRoute({
  ...ofOne,
  method: 'GET',
  url: '/api/SavedSearches/:id/Orders',
  operationId: 'runSavedSearch',
  audit: 'BulkRead',
  summary: 'Runs a saved search.',
  description:
    'The response is that of an order search with its body, over the stores of the caller, whoever has saved it. `skip` + `take` is ' +
    'at most 10,000.',
  reads: 'standby',
  query: range,
  responses: { 200: OrderSearchResult },
  omitsEmpty: true,
})

export const getSavedSearchSummaries = defineRoute({
  ...ofOne,
  method: 'GET',
  url: '/api/SavedSearches/:id/Summaries',
  operationId: 'getSavedSearchSummaries',
  audit: 'BulkRead',
  summary: 'Runs a saved search, and returns what a list shows of each order.',
  description: 'The same as `/Orders` of the saved search, with the orders as a search for summaries returns them.',
  reads: 'standby',
  query: range,
  responses: { 200: OrderSummarySearchResult },
})

/** Every route of saved searches. */
export const savedSearchRoutes = [
  listSavedSearches,
  createSavedSearch,
  getSavedSearch,
  replaceSavedSearch,
  deleteSavedSearch,
  runSavedSearch,
  getSavedSearchSummaries,
] as const
