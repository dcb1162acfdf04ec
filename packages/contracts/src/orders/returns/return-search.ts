import { type Static, Type } from '@sinclair/typebox'
import { withPersonal } from '../../personal.ts'
import {
  DateTime,
  DateTimeUpTo,
  described,
  Flag,
  LongInteger,
  Model,
  Nullable,
  PAGE_NUMBER_MAX,
  Text,
  Word,
} from '../../primitives.ts'
import { FacetGroup } from '../search/facet.ts'
import { FILTER_VALUES_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, SEARCH_TEXT_LENGTH_MAX } from '../search/search.ts'
import { ReturnOrderForm } from './returns.ts'

const optional = Type.Optional

const returnFilters = {
  awaitsRefund: optional(
    described(
      Flag,
      'True: only forms whose goods have come in and whose money is not paid back. Their status is neither the first one of return forms nor a cancelled one. False filters nothing.',
    ),
  ),
  createdFrom: optional(described(DateTime, 'Forms that were made at this time or later.')),
  createdTo: optional(described(DateTimeUpTo, 'Forms that were made at this time or earlier; a date means the whole day.')),
  customerId: optional(described(Text, 'The id of the customer of the order, as a whole.')),
  customerName: optional(Type.String({ description: 'A part of the name, in any letter case.' })),
  email: optional(described(Text, 'The e-mail address of the customer, as a whole, in any letter case.')),
  id: optional(Type.String({ description: 'The id of the order, or that of the return form.' })),
  modifiedFrom: optional(described(DateTime, 'Forms that were last changed at this time or later.')),
  modifiedTo: optional(
    described(DateTimeUpTo, 'Forms that were last changed at this time or earlier; a date means the whole day.'),
  ),
  orderNumber: optional(
    Type.String({ description: 'The whole order number, with or without `#` before it, or the id of the order.' }),
  ),
  phone: optional(
    Type.String({ description: 'In any spelling: compared in E.164, by the countries of the markets where no prefix is given.' }),
  ),
  projectId: optional(Type.String({ description: 'The project of the claim, or one of the order.' })),
  rmaNumber: optional(described(Text, 'The RMA number, as a whole.')),
  searchText: optional(
    Type.String({
      maxLength: SEARCH_TEXT_LENGTH_MAX,
      description: 'Every word is a part of something of the form or its order.',
    }),
  ),
  selectedStatuses: optional(
    Type.Array(Text, { maxItems: FILTER_VALUES_MAX, description: 'One of these is the status of the form.' }),
  ),
  selectedStores: optional(
    Type.Array(Text, { maxItems: FILTER_VALUES_MAX, description: 'The store of the return, or that of the order.' }),
  ),
}

const returnSortOrders = ['CreatedDescending', 'CreatedAscending'] as const

/** Which return forms to find. What is absent or empty filters nothing. */
export const ReturnOrderSearchRequest = Model(
  'ReturnOrderSearchRequest',
  {
    ...withPersonal(returnFilters, ['customerName', 'email', 'phone', 'searchText'], 'criterion'),
    after: optional(
      described(Text, 'The `next` of the page before: the forms that follow it. Without a limit; `page` is not read then.'),
    ),
    page: optional(
      Type.Integer({ minimum: 0, maximum: PAGE_NUMBER_MAX, default: 1, description: 'From 1; 0 is the first page too.' }),
    ),
    sortOrder: optional(
      described(Word(returnSortOrders), 'The newest first, or the oldest first. `CreatedDescending` when left out.'),
    ),
    take: described(
      optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT })),
      'How many forms are on a page. `take` × `page` is at most 10,000.',
    ),
  },
  'Which return forms to find. All filters must hold; one that is left out or empty filters nothing. Forms of deleted orders are not found.',
)
export type ReturnOrderSearchRequest = Static<typeof ReturnOrderSearchRequest>

/** A return form with the fields of its order that identify the customer and the store. */
export const ReturnOrderViewModel = Model(
  'ReturnOrderViewModel',
  {
    currency: described(Text, 'The currency of the amounts of the form.'),
    customerEmail: described(Nullable(Text), 'The e-mail address of the customer of the order.'),
    customerId: described(Nullable(Text), 'The id of the customer of the order.'),
    customerName: described(Nullable(Text), 'The name of the customer of the order.'),
    customerPhone: described(Nullable(Text), 'The phone number of the customer of the order.'),
    orderId: described(Nullable(Text), 'The id of the order that the form belongs to.'),
    orderNumber: described(Nullable(Text), 'The number of that order.'),
    orderStoreName: described(Nullable(Text), 'The name of the store that sold the goods; null: it is not configured any more.'),
    returnOrderForm: described(Nullable(ReturnOrderForm), 'The return form.'),
    returnStoreId: described(Nullable(Text), 'The store that took the goods back: that of the form, else that of the order.'),
    returnStoreName: described(Nullable(Text), 'The name of that store; null: it is not configured any more.'),
  },
  'A return form with the fields of its order that say whose it is and where.',
)
export type ReturnOrderViewModel = Static<typeof ReturnOrderViewModel>

/**
 * The response of a search for return forms: as that for orders, without facets
 * (returns.md#return-creation, search.md#search-result).
 */
export const ReturnOrderSearchResult = Model(
  'ReturnOrderSearchResult',
  {
    totalHits: described(LongInteger, 'How many forms the search matches, over all pages.'),
    result: described(Type.Array(ReturnOrderViewModel), 'The forms of this page, newest first unless sorted otherwise.'),
    facets: described(Type.Array(FacetGroup), 'Always empty.'),
    scrollId: described(Nullable(Text), 'Always null.'),
    isValid: described(Flag, 'Always true.'),
    next: described(Nullable(Text), 'The `after` of the next page; null: this is the last one.'),
  },
  'Return forms that a search has found. The same fields as of a search for orders.',
)
export type ReturnOrderSearchResult = Static<typeof ReturnOrderSearchResult>
