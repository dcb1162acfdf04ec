import { type Static, Type } from '@sinclair/typebox'
import {
  Amount,
  DateTime,
  DateTimeUpTo,
  Flag,
  Integer,
  LINES_MAX,
  List,
  LongInteger,
  Model,
  Nullable,
  PAGE_NUMBER_MAX,
  Quantity,
  Text,
} from '../../primitives.ts'
import { OrderLine } from '../order-line.ts'
import { Payment } from '../payment.ts'
import { PropertyItem } from '../primitive-models.ts'
import { FacetGroup, FILTER_VALUES_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, SEARCH_TEXT_LENGTH_MAX } from '../search/search.ts'
import { ReturnOrderForm } from './returns.ts'

/** Units of one line that come back (returns.md#return-creation). */
export const LineItemReturn = Model('LineItemReturn', {
  /** Per unit; null: the unit's share of what the line was sold for. */
  creditAmount: Nullable(Amount),
  internalWarehouseLocation: Nullable(Text),
  /** True: the goods go back into stock when the return form is completed. */
  isStockUpdated: Flag,
  lineItemId: Nullable(Text),
  properties: List(PropertyItem),
  returnQuantity: Quantity,
  returnReason: Nullable(Text),
  returnType: Nullable(Text),
})
export type LineItemReturn = Static<typeof LineItemReturn>

/**
 * What the customer takes instead: an order of its own, linked with the one that is returned
 * (returns.md#return-creation).
 */
export const ExchangeOrderOptions = Model('ExchangeOrderOptions', {
  additionalPayments: List(Payment),
  /** The id of the new order; without one its number is. */
  exchangeOrderId: Nullable(Text),
  exchangeOrderLines: List(OrderLine, LINES_MAX),
  /** Without one the first status of the type. */
  orderStatus: Nullable(Text),
  /** Without one the type of the order that is returned. */
  orderType: Nullable(Text),
  outboundWarehouseCode: Nullable(Text),
  shippingMethodName: Nullable(Text),
  /** Without one the store of the order that is returned. */
  storeId: Nullable(Text),
})
export type ExchangeOrderOptions = Static<typeof ExchangeOrderOptions>

export const ReturnRequestModel = Model('ReturnRequestModel', {
  /** True: `chargeShipmentCostAmount` is subtracted from the credit, as a return charge. */
  chargeShipmentCost: Flag,
  chargeShipmentCostAmount: Amount,
  comment: Nullable(Text),
  /** The amount to refund in all; null: the total of the form. */
  creditAmount: Nullable(Amount),
  /** False: nothing is paid back. Left out, it is true. */
  creditPayment: Flag,
  /** True: shipping is credited, all that is left of it unless an amount is given. */
  creditShipment: Flag,
  creditShipmentAmount: Nullable(Amount),
  exchangeOrderOptions: Nullable(ExchangeOrderOptions),
  handlingTotal: Amount,
  projectTypeId: Nullable(Text),
  properties: List(PropertyItem),
  returnType: Nullable(Text),
  returns: List(LineItemReturn),
  rmaNumber: Nullable(Text),
  /** Without one the first status of return forms. */
  status: Nullable(Text),
  storeId: Nullable(Text),
  userId: Nullable(Text),
})
export type ReturnRequestModel = Static<typeof ReturnRequestModel>

export const OrderLineReplacementRequestModel = Model('OrderLineReplacementRequestModel', {
  lineItemId: Text,
  quantity: Integer,
  replacementReason: Nullable(Text),
  replacementType: Nullable(Text),
  /** What is sent instead; null: the same again. */
  skuId: Nullable(Text),
})
export type OrderLineReplacementRequestModel = Static<typeof OrderLineReplacementRequestModel>

export const ReplacementRequestModel = Model('ReplacementRequestModel', {
  /** What of the worth of the new order the customer need not pay; null: all of it. */
  amountToCredit: Nullable(Amount),
  comment: Nullable(Text),
  orderId: Text,
  orderLineReplacements: List(OrderLineReplacementRequestModel),
})
export type ReplacementRequestModel = Static<typeof ReplacementRequestModel>

const optional = Type.Optional

const returnFilters = {
  createdFrom: optional(DateTime),
  createdTo: optional(DateTimeUpTo),
  customerId: optional(Text),
  customerName: optional(Type.String({ description: 'A part of the name, in any letter case.' })),
  email: optional(Text),
  id: optional(Type.String({ description: 'The id of the order, or that of the return form.' })),
  modifiedFrom: optional(DateTime),
  modifiedTo: optional(DateTimeUpTo),
  orderNumber: optional(Type.String({ description: 'The whole order number, or the id of the order.' })),
  phone: optional(Type.String({ description: 'Compared by its digits.' })),
  projectId: optional(Type.String({ description: 'The project of the claim, or one of the order.' })),
  rmaNumber: optional(Text),
  searchText: optional(
    Type.String({
      maxLength: SEARCH_TEXT_LENGTH_MAX,
      description: 'Every word is a part of something of the form or its order.',
    }),
  ),
  selectedStores: optional(
    Type.Array(Text, { maxItems: FILTER_VALUES_MAX, description: 'The store of the return, or that of the order.' }),
  ),
}

/** Which return forms are to be found. What is absent or empty filters nothing. */
export const ReturnOrderSearchRequest = Model('ReturnOrderSearchRequest', {
  ...returnFilters,
  page: optional(
    Type.Integer({ minimum: 0, maximum: PAGE_NUMBER_MAX, default: 1, description: 'From 1; 0 is the first page too.' }),
  ),
  take: optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT })),
})
export type ReturnOrderSearchRequest = Static<typeof ReturnOrderSearchRequest>

/** A return form with the fields of its order that identify the customer and the store. */
export const ReturnOrderViewModel = Model('ReturnOrderViewModel', {
  customerEmail: Nullable(Text),
  customerId: Nullable(Text),
  customerName: Nullable(Text),
  customerPhone: Nullable(Text),
  orderId: Nullable(Text),
  orderNumber: Nullable(Text),
  orderStoreName: Nullable(Text),
  returnOrderForm: Nullable(ReturnOrderForm),
  returnStoreId: Nullable(Text),
  returnStoreName: Nullable(Text),
})
export type ReturnOrderViewModel = Static<typeof ReturnOrderViewModel>

/**
 * The response of a search for return forms: as that for orders, without facets
 * (returns.md#return-creation, search.md#search-result).
 */
export const ReturnOrderSearchResult = Model('ReturnOrderSearchResult', {
  totalHits: LongInteger,
  result: Type.Array(ReturnOrderViewModel),
  facets: Type.Array(FacetGroup),
  scrollId: Nullable(Text),
  isValid: Flag,
})
export type ReturnOrderSearchResult = Static<typeof ReturnOrderSearchResult>
