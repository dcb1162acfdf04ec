import { type Static, type TSchema, Type } from '@sinclair/typebox'
import {
  DateTime,
  DateTimeUpTo,
  Flag,
  InputModel,
  LongInteger,
  Model,
  Nullable,
  PAGE_NUMBER_MAX,
  Text,
  Word,
  WordOrNothing,
} from '../../primitives.ts'
import { Order } from '../order.ts'
import { transactionTypes } from '../payment.ts'
import { PropertyItem } from '../primitive-models.ts'

/** `take × page` may not exceed this (orders.md#order-limits); a scroll knows no window. */
export const SEARCH_WINDOW_MAX = 10_000
export const PAGE_SIZE_DEFAULT = 20
export const PAGE_SIZE_MAX = 100
/** Most values of one filter. */
export const FILTER_VALUES_MAX = 1_000
/** Longest free text, in UTF-16 units; longer than any value that it is looked for in. */
export const SEARCH_TEXT_LENGTH_MAX = 1_000

export const orderSorts = [
  'CreatedAscending',
  'CreatedDescending',
  'ModifiedAscending',
  'ModifiedDescending',
  'CustomerNameAscending',
  'CustomerNameDescending',
  'StatusAscending',
  'StatusDescending',
  'OrderIdAscending',
  'OrderIdDescending',
  'StoreAscending',
  'StoreDescending',
  'TotalAscending',
  'TotalDescending',
  'DocumentID',
] as const
export type OrderSort = (typeof orderSorts)[number]

const orderPaymentStatuses = ['OverPaid', 'Paid', 'NotPaid', 'PartiallyPaid'] as const
const inventoryStatuses = ['InStock', 'PartiallyInStock', 'NotInStock'] as const

const optional = Type.Optional
const Values = <T extends TSchema>(items: T) => optional(Type.Array(items, { maxItems: FILTER_VALUES_MAX }))
const SearchText = optional(
  Type.String({
    maxLength: SEARCH_TEXT_LENGTH_MAX,
    description: 'Every word of it, in any letter case, is a part of something that the order is known by.',
  }),
)

const filters = {
  completedFrom: optional(DateTime),
  completedTo: optional(DateTimeUpTo),
  contactPersonEmail: optional(Text),
  contactPersonPhone: optional(Type.String({ description: 'Compared by its digits.' })),
  createdFrom: optional(DateTime),
  createdTo: optional(DateTimeUpTo),
  customerContact: optional(Text),
  customerId: optional(Text),
  customerIds: Values(Text),
  customerName: optional(Type.String({ description: 'A part of the name, in any letter case.' })),
  customerNumber: optional(Text),
  email: optional(Text),
  errorSeverities: optional(
    Type.Array(Word(['Error', 'Warning']), {
      maxItems: FILTER_VALUES_MAX,
      description: 'An open error of one of these severities.',
    }),
  ),
  excludedShipmentExternalIdProviders: Values(Text),
  excludedStatuses: Values(Text),
  excludedTags: Values(Text),
  externalIds: optional(Type.Array(Text, { maxItems: FILTER_VALUES_MAX, description: 'Ids of external ids, or `provider:id`.' })),
  followUpDateFrom: optional(DateTime),
  followUpDateTo: optional(DateTimeUpTo),
  futureDeliveries: optional(Type.Boolean({ description: 'The requested delivery date is in the future.' })),
  hasErrors: optional(
    Type.Boolean({
      description: 'An error that somebody must look at: neither Solved nor Deleted nor Waiting, and no warning about stock.',
    }),
  ),
  hasHolds: optional(Type.Boolean({ description: 'A hold that is not released.' })),
  holdReasons: optional(
    Type.Array(Text, { maxItems: FILTER_VALUES_MAX, description: 'Reason codes of holds that are not released.' }),
  ),
  inventoryStatus: optional(WordOrNothing(inventoryStatuses)),
  modifiedFrom: optional(DateTime),
  modifiedTo: optional(DateTimeUpTo),
  orderNumber: optional(Type.String({ description: 'The whole order number, or the id.' })),
  orderType: optional(Text),
  paymentStatuses: Values(WordOrNothing(orderPaymentStatuses)),
  paymentTransactionDateFrom: optional(DateTime),
  paymentTransactionDateTo: optional(DateTimeUpTo),
  paymentTransactionStatus: optional(WordOrNothing(['Failed'])),
  paymentTransactionTypes: Values(WordOrNothing(transactionTypes)),
  phone: optional(Type.String({ description: 'Compared by its digits.' })),
  picklistIds: Values(Text),
  productNumbers: optional(Type.Array(Text, { maxItems: FILTER_VALUES_MAX, description: 'Line codes or product ids.' })),
  productSerialNumbers: Values(Text),
  productTypes: Values(Text),
  projectId: optional(Text),
  properties: optional(
    Type.Array(InputModel(PropertyItem), { maxItems: FILTER_VALUES_MAX, description: 'The order has all of them.' }),
  ),
  property: optional(InputModel(PropertyItem)),
  readyForPickupFrom: optional(DateTime),
  readyForPickupTo: optional(DateTimeUpTo),
  salesChannels: Values(Text),
  salesPersonId: optional(Text),
  searchText: SearchText,
  secretKey: optional(Text),
  selectedDiscounts: optional(
    Type.Array(Text, { maxItems: FILTER_VALUES_MAX, description: 'Ids, codes or names of discounts.' }),
  ),
  selectedMarkets: Values(Text),
  selectedStatuses: optional(
    Type.Array(Text, {
      maxItems: FILTER_VALUES_MAX,
      description: 'In any letter case. Deleted orders are found only when `Deleted` is among them.',
    }),
  ),
  selectedStores: Values(Text),
  shipmentExternalIds: optional(
    Type.Array(Text, { maxItems: FILTER_VALUES_MAX, description: 'Ids of external ids of a shipment, or `provider:id`.' }),
  ),
  shippingMethodName: optional(Text),
  shippingMethodNames: Values(Text),
  showOrdersWithAuthExpires: optional(
    Type.Boolean({ description: 'An authorisation that is still open expires within 7 days.' }),
  ),
  subscriptionId: optional(Text),
  tags: optional(Type.Array(Text, { maxItems: FILTER_VALUES_MAX, description: 'The order has all of them.' })),
  urgent: optional(Flag),
}

/**
 * What orders are to be found (search.md#search-filters). What is absent, empty or false filters
 * nothing.
 */
export const OrderSearchFilters = Type.Object(filters)
export type OrderSearchFilters = Static<typeof OrderSearchFilters>

const paging = {
  take: optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT })),
  page: optional(
    Type.Integer({
      minimum: 0,
      maximum: PAGE_NUMBER_MAX,
      default: 1,
      description: 'From 1; 0 is the first page too. `take` × `page` is at most 10,000.',
    }),
  ),
  sortOrder: optional(
    Type.Unsafe<OrderSort | ''>({ ...WordOrNothing(orderSorts), default: 'CreatedDescending', description: 'Ties go by id.' }),
  ),
  disableFacets: optional(Flag),
}

export const OrderSearchRequest = Model('OrderSearchRequest', { ...filters, ...paging })
export type OrderSearchRequest = Static<typeof OrderSearchRequest>

/** The same with the older name of `searchText` (search.md#search-endpoints). */
export const CustomerOrderSearchRequest = Model('CustomerOrderSearchRequest', {
  ...filters,
  ...paging,
  searchQuery: optional(
    Type.String({ maxLength: SEARCH_TEXT_LENGTH_MAX, description: 'Another name of `searchText`, which wins.' }),
  ),
})
export type CustomerOrderSearchRequest = Static<typeof CustomerOrderSearchRequest>

/**
 * The filters of the request that facets narrow, in the order of the response
 * (search.md#search-result).
 */
export const facetTypes = [
  'SelectedStatuses',
  'SelectedStores',
  'SelectedMarkets',
  'OrderType',
  'SalesChannels',
  'Tags',
  'ShippingMethodNames',
  'PaymentStatuses',
] as const
export type FacetType = (typeof facetTypes)[number]

export const Facet = Model('Facet', {
  /** What people call the value; the value itself where there is no such name. */
  name: Nullable(Text),
  /** What the filter takes. */
  value: Nullable(Text),
  count: LongInteger,
})
export type Facet = Static<typeof Facet>

export const FacetGroup = Model('FacetGroup', {
  facetType: Word(facetTypes),
  facets: Type.Array(Facet),
})
export type FacetGroup = Static<typeof FacetGroup>

/** The response of every search and list of orders (search.md#search-result). */
export const OrderSearchResult = Model('OrderSearchResult', {
  totalHits: LongInteger,
  totalHitsIsExact: Type.Boolean({ description: 'False when more orders match than `totalHits`, at which counting ended.' }),
  result: Type.Array(Order),
  facets: Type.Array(FacetGroup),
  /**
   * Present and true when counting the facets took longer than the tenant allows; then there are
   * none.
   */
  facetsTimedOut: optional(Type.Boolean({ description: 'The facets took longer than the tenant allows and are left out.' })),
  scrollId: Nullable(Text),
  isValid: Flag,
})
export type OrderSearchResult = Static<typeof OrderSearchResult>
