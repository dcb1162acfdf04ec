import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { personalCriteria } from '../../model/personal-fields.ts'
import { withPersonal } from '../../personal.ts'
import {
  Amount,
  DateTime,
  DateTimeUpTo,
  described,
  Flag,
  Model,
  PAGE_NUMBER_MAX,
  Text,
  Word,
  WordOrNothing,
} from '../../primitives.ts'
import { fulfilmentStatuses, orderPaymentStatuses } from '../order-states.ts'
import { transactionTypes } from '../payment.ts'
import { propertyFilters, SortByProperty } from './property-filters.ts'

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
/** The order of names tells names. */
const personalSorts: OrderSort[] = ['CustomerNameAscending', 'CustomerNameDescending']

const inventoryStatuses = ['InStock', 'PartiallyInStock', 'NotInStock'] as const

const optional = Type.Optional
const Values = <T extends TSchema>(items: T) => optional(Type.Array(items, { maxItems: FILTER_VALUES_MAX }))
const SearchText = optional(
  Type.String({
    maxLength: SEARCH_TEXT_LENGTH_MAX,
    description: 'Every word of it, in any letter case, is a part of something that the order is known by.',
  }),
)

const ownFilters = {
  completedFrom: described(optional(DateTime), 'Orders completed at this moment or later.'),
  completedTo: described(optional(DateTimeUpTo), 'Orders completed up to this moment, which is included.'),
  contactPersonEmail: described(optional(Text), 'The whole e-mail address of the contact person, in any letter case.'),
  contactPersonPhone: optional(
    Type.String({ description: 'In any spelling: compared in E.164, by the countries of the markets where no prefix is given.' }),
  ),
  createdFrom: described(optional(DateTime), 'Orders created at this moment or later.'),
  createdTo: described(optional(DateTimeUpTo), 'Orders created up to this moment, which is included.'),
  customerContact: described(optional(Text), 'The whole value of `customerContact` of the order, in any letter case.'),
  customerId: described(optional(Text), 'The id of the customer, exactly.'),
  customerIds: described(Values(Text), 'Any of these customer ids, exactly.'),
  customerName: optional(Type.String({ description: 'A part of the name, in any letter case.' })),
  customerNumber: described(optional(Text), 'The customer number, exactly.'),
  email: described(optional(Text), 'The whole e-mail address of the customer, in any letter case.'),
  errorSeverities: optional(
    Type.Array(Word(['Error', 'Warning']), {
      maxItems: FILTER_VALUES_MAX,
      description: 'An open error of one of these severities.',
    }),
  ),
  excludedShipmentExternalIdProviders: described(
    Values(Text),
    'Leaves out orders with a shipment that has an external id of one of these providers.',
  ),
  excludedStatuses: described(Values(Text), 'Leaves out orders in one of these statuses.'),
  excludedTags: described(Values(Text), 'Leaves out orders that have one of these tags.'),
  externalIds: optional(Type.Array(Text, { maxItems: FILTER_VALUES_MAX, description: 'Ids of external ids, or `provider:id`.' })),
  followUpDateFrom: described(optional(DateTime), 'Orders to be followed up at this moment or later.'),
  followUpDateTo: described(optional(DateTimeUpTo), 'Orders to be followed up until this moment, which is included.'),
  fulfilmentStatuses: described(
    Values(WordOrNothing(fulfilmentStatuses)),
    'Any of these: how much of the goods has left and has not come back.',
  ),
  futureDeliveries: optional(Type.Boolean({ description: 'The requested delivery date is in the future.' })),
  hasErrors: optional(
    Type.Boolean({
      description: 'An error that someone must look at: neither Solved nor Deleted nor Waiting, and no warning about stock.',
    }),
  ),
  hasHolds: optional(Type.Boolean({ description: 'A hold that is not released.' })),
  holdReasons: optional(
    Type.Array(Text, { maxItems: FILTER_VALUES_MAX, description: 'Reason codes of holds that are not released.' }),
  ),
  inventoryStatus: described(
    optional(WordOrNothing(inventoryStatuses)),
    'How much of the order is in stock. Without it, or empty, it filters nothing.',
  ),
  inventoryStatuses: described(Values(WordOrNothing(inventoryStatuses)), 'Any of these: how much of the order is in stock.'),
  isPickable: described(
    optional(Flag),
    'True: only orders with something to pick, in one of `warehouseCodes` where they are given. False filters nothing.',
  ),
  modifiedFrom: described(optional(DateTime), 'Orders last changed at this moment or later.'),
  modifiedTo: described(optional(DateTimeUpTo), 'Orders last changed up to this moment, which is included.'),
  orderNumber: optional(Type.String({ description: 'The whole order number, with or without `#` before it, or the id.' })),
  orderType: described(optional(Text), 'The order type, exactly.'),
  paymentStatuses: described(
    Values(WordOrNothing(orderPaymentStatuses)),
    'Any of these: whether the payments of the order cover it.',
  ),
  paymentTransactionDateFrom: described(
    optional(DateTime),
    'A payment whose `paidDate`, else `created`, is at this moment or later. All filters `paymentTransaction…` must hold for one and the same payment.',
  ),
  paymentTransactionDateTo: described(
    optional(DateTimeUpTo),
    'A payment whose `paidDate`, else `created`, is up to this moment, which is included; the payment of the other filters `paymentTransaction…`.',
  ),
  paymentTransactionStatus: described(
    optional(WordOrNothing(['Failed'])),
    '`Failed`: a payment that failed; the payment of the other filters `paymentTransaction…`.',
  ),
  paymentTransactionTypes: described(
    Values(WordOrNothing(transactionTypes)),
    'A payment of one of these transaction types; the payment of the other filters `paymentTransaction…`.',
  ),
  phone: optional(
    Type.String({ description: 'In any spelling: compared in E.164, by the countries of the markets where no prefix is given.' }),
  ),
  picklistIds: described(Values(Text), 'Any of these pick lists: the shipment property `PicklistId`.'),
  productNumbers: optional(Type.Array(Text, { maxItems: FILTER_VALUES_MAX, description: 'Line codes or product ids.' })),
  productSerialNumbers: described(Values(Text), 'A line with one of these serial numbers.'),
  productTypes: described(Values(Text), 'A line with one of these product types.'),
  projectId: described(optional(Text), 'The project, among `projectIds` or as `projectId` of the order.'),
  ...propertyFilters(FILTER_VALUES_MAX),
  readyForPickupFrom: described(optional(DateTime), 'Orders that became ready for pickup at this moment or later.'),
  readyForPickupTo: described(
    optional(DateTimeUpTo),
    'Orders that became ready for pickup up to this moment, which is included.',
  ),
  salesChannels: described(Values(Text), 'Any of these sales channels, exactly.'),
  salesPersonId: described(optional(Text), 'The id of the sales person, exactly.'),
  searchText: SearchText,
  secretKey: described(optional(Text), 'The secret key of the order, exactly.'),
  selectedDiscounts: optional(
    Type.Array(Text, { maxItems: FILTER_VALUES_MAX, description: 'Ids, codes or names of discounts.' }),
  ),
  selectedMarkets: described(Values(Text), 'Any of these market ids, exactly.'),
  selectedStatuses: optional(
    Type.Array(Text, {
      maxItems: FILTER_VALUES_MAX,
      description: 'In any letter case. Deleted orders are found only when `Deleted` is among them.',
    }),
  ),
  selectedStores: described(Values(Text), 'Any of these ids of the selling store, exactly.'),
  shipmentExternalIds: optional(
    Type.Array(Text, { maxItems: FILTER_VALUES_MAX, description: 'Ids of external ids of a shipment, or `provider:id`.' }),
  ),
  shippingMethodName: described(
    optional(Text),
    'The shipping method of any shipment, by name; `shippingMethodNames` takes several.',
  ),
  shippingMethodNames: described(Values(Text), 'Any of these shipping methods, by name, of any shipment.'),
  showOrdersWithAuthExpires: optional(
    Type.Boolean({ description: 'An authorisation that is still open expires within 7 days.' }),
  ),
  subscriptionId: described(optional(Text), 'The id of the subscription, exactly.'),
  tags: optional(Type.Array(Text, { maxItems: FILTER_VALUES_MAX, description: 'The order has all of them.' })),
  totalFrom: described(optional(Amount), 'Orders whose total, with tax, is this or more, in any currency.'),
  totalTo: described(optional(Amount), 'Orders whose total, with tax, is this or less, in any currency.'),
  urgent: described(optional(Flag), 'True: only orders whose form has `isPriority`. False filters nothing.'),
  warehouseCodes: described(
    Values(Text),
    'Any of these is the warehouse of a shipment; with `isPickable`, a warehouse with something to pick for the order.',
  ),
}
const filters = withPersonal(ownFilters, personalCriteria, 'criterion')

/**
 * What orders to find (search.md#search-filters). What is absent, empty or false filters
 * nothing.
 */
export const OrderSearchFilters = Type.Object(filters)
export type OrderSearchFilters = Static<typeof OrderSearchFilters>

const paging = {
  take: described(
    optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT })),
    'How many orders a page has at most.',
  ),
  page: optional(
    Type.Integer({
      minimum: 0,
      maximum: PAGE_NUMBER_MAX,
      default: 1,
      description: 'From 1; 0 is the first page too. `take` × `page` is at most 10,000.',
    }),
  ),
  sortOrder: optional(
    Type.Unsafe<OrderSort | ''>({
      ...WordOrNothing(orderSorts),
      'x-personal': personalSorts,
      default: 'CreatedDescending',
      description: 'Ties go by id.',
    }),
  ),
  sortByProperty: SortByProperty,
  disableFacets: described(optional(Flag), 'True: the response has no facets, and is quicker. False by default.'),
}

export const OrderSearchRequest = Model(
  'OrderSearchRequest',
  { ...filters, ...paging },
  'Which orders to find. All filters must hold; what is absent, null, empty or false filters nothing.',
)
export type OrderSearchRequest = Static<typeof OrderSearchRequest>

/** The same with the older name of `searchText` (search.md#search-endpoints). */
export const CustomerOrderSearchRequest = Model(
  'CustomerOrderSearchRequest',
  {
    ...filters,
    ...paging,
    searchQuery: optional(
      Type.String({
        'x-personal': 'criterion',
        maxLength: SEARCH_TEXT_LENGTH_MAX,
        description: 'Another name of `searchText`, which wins.',
      }),
    ),
  },
  'Which orders of the customer to find. All filters must hold; what is absent, null, empty or false filters nothing.',
)
export type CustomerOrderSearchRequest = Static<typeof CustomerOrderSearchRequest>
