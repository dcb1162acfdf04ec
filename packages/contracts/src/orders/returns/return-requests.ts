import { type Static, Type } from '@sinclair/typebox'
import {
  Amount,
  DateTime,
  DateTimeUpTo,
  described,
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
import { FacetGroup } from '../search/facet.ts'
import { FILTER_VALUES_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, SEARCH_TEXT_LENGTH_MAX } from '../search/search.ts'
import { ReturnOrderForm } from './returns.ts'

/** Units of one line that come back (returns.md#return-creation). */
export const LineItemReturn = Model(
  'LineItemReturn',
  {
    creditAmount: described(
      Nullable(Amount),
      "What is credited for one unit, with tax, in the main unit of the currency of the order; 0 credits nothing. Left out: the unit's share of what the line was sold for.",
    ),
    internalWarehouseLocation: described(
      Nullable(Text),
      'Where the goods are put in the warehouse. Left out: where the line had them.',
    ),
    isStockUpdated: described(Flag, 'True: the goods go back into stock when step UpdateInventory runs. False when left out.'),
    lineItemId: described(Nullable(Text), 'The line of the order, each once; 404 where the order does not have it.'),
    properties: described(List(PropertyItem), "Properties that the line of the form gets besides those of the order's line."),
    returnQuantity: described(
      Quantity,
      'How many units come back; above 0, and at most what was delivered and has not come back yet.',
    ),
    returnReason: described(Nullable(Text), 'Why the units come back. Kept with the line of the form.'),
    returnType: described(Nullable(Text), 'The kind of return. Kept with the line of the form.'),
  },
  'Units of one line that come back.',
)
export type LineItemReturn = Static<typeof LineItemReturn>

/**
 * What the customer takes instead: an order of its own, linked with the one that is returned
 * (returns.md#return-creation).
 */
export const ExchangeOrderOptions = Model(
  'ExchangeOrderOptions',
  {
    additionalPayments: described(List(Payment), 'Payments of the new order.'),
    exchangeOrderId: described(
      Nullable(Text),
      'The id of the new order. Left out: its number, which is drawn from the number sequence of its type.',
    ),
    exchangeOrderLines: described(List(OrderLine, LINES_MAX), 'The lines of the new order; at least one.'),
    grossRoundoff: described(
      Nullable(Amount),
      'What is rounded in what the customer pays for the new order, of either sign and without tax. Left out: nothing.',
    ),
    orderStatus: described(Nullable(Text), 'The status that the new order begins with. Left out: the first one of its type.'),
    orderType: described(Nullable(Text), 'The type of the new order. Left out: that of the order that is returned.'),
    properties: described(
      List(PropertyItem),
      'Properties of the new order. A Pos order without `RegisterId` gets that of the return, else that of the order that is returned.',
    ),
    outboundWarehouseCode: described(
      Nullable(Text),
      'The warehouse that the new goods leave from. Left out: it is chosen later.',
    ),
    shippingMethodName: described(
      Nullable(Text),
      'How the new goods are shipped. Left out: as the first shipment of the order that is returned.',
    ),
    storeId: described(Nullable(Text), 'The store of the new order. Left out: that of the order that is returned.'),
  },
  'What the customer takes instead of the returned goods: an order of its own for the same customer, shipped at no cost and linked both ways.',
)
export type ExchangeOrderOptions = Static<typeof ExchangeOrderOptions>

export const ReturnRequestModel = Model(
  'ReturnRequestModel',
  {
    chargeShipmentCost: described(
      Flag,
      'True: `chargeShipmentCostAmount`, which is then required, is subtracted from the credit. False wins over an amount; left out, it is true where there is one.',
    ),
    chargeShipmentCostAmount: described(Amount, 'What the customer has to pay for the shipping of the return.'),
    comment: described(Nullable(Text), 'A remark, kept as `returnComment` of the form.'),
    creditAmount: described(
      Nullable(Amount),
      'What is to be paid out in all. Left out: the total of the form, less what the exchange order wants. 400 where it is more than that total, or than was captured and not refunded yet.',
    ),
    creditPayment: described(Flag, 'False: nothing is paid out. True when left out.'),
    creditShipment: described(
      Flag,
      'True: shipping is credited, all that is left of it unless an amount is given. False wins over an amount; left out, it is true where there is one.',
    ),
    creditShipmentAmount: described(Nullable(Amount), 'How much of the shipping is credited; at most what is left of it.'),
    exchangeOrderOptions: described(
      Nullable(ExchangeOrderOptions),
      'Makes an order of what the customer takes instead, in the same write. Left out: none.',
    ),
    grossRoundoff: described(
      Nullable(Amount),
      "What is rounded in this refund, of either sign and without tax. Left out: the return that takes the last goods has what the other returns leave of the order's.",
    ),
    handlingTotal: described(Amount, 'How much of the handling is credited. 0 when left out.'),
    projectTypeId: described(Nullable(Text), 'The type of project of the claim, kept as `claim.projectType` of the form.'),
    properties: described(
      List(PropertyItem),
      'Properties of the form. `RegisterId` names the register of the store that pays out: its next Z-report counts the refund.',
    ),
    returnType: described(Nullable(Text), 'The kind of return, in a word of the client.'),
    returns: described(List(LineItemReturn), 'The lines that come back. May be empty where shipping or handling is credited.'),
    rmaNumber: described(
      Nullable(Text),
      'The number that the customer sends the goods back with. Left out: step EnsureRma draws one.',
    ),
    status: described(
      Nullable(Text),
      'The status that the form enters, whose steps run. Left out: the first one of return forms.',
    ),
    storeId: described(
      Nullable(Text),
      'The store that takes the goods back; an unknown one is 400. Left out: none, and the goods go back into the warehouse that they came from.',
    ),
    userId: described(Nullable(Text), 'Who takes them back. Kept with the form, and the author of the version.'),
  },
  'A return of delivered goods. Amounts are in the main unit of the currency of the order and include tax; none is negative but `grossRoundoff`.',
)
export type ReturnRequestModel = Static<typeof ReturnRequestModel>

export const OrderLineReplacementRequestModel = Model(
  'OrderLineReplacementRequestModel',
  {
    lineItemId: described(Text, 'The line of the order, each once; 404 where the order does not have it.'),
    quantity: described(
      Integer,
      'How many units, in whole numbers above 0; at most what is ordered, not cancelled and not replaced yet.',
    ),
    replacementReason: described(Nullable(Text), 'Why they are replaced. Kept with the line in both orders.'),
    replacementType: described(Nullable(Text), 'The kind of replacement. Kept with the line in both orders.'),
    skuId: described(Nullable(Text), 'What is sent instead. Left out: the same again.'),
  },
  'Units of one line that are sent again.',
)
export type OrderLineReplacementRequestModel = Static<typeof OrderLineReplacementRequestModel>

export const ReplacementRequestModel = Model(
  'ReplacementRequestModel',
  {
    amountToCredit: described(
      Nullable(Amount),
      'How much of the worth of the new order the customer need not pay, with tax, in the main unit of its currency. Left out: all of it, so that its total is 0.',
    ),
    comment: described(Nullable(Text), 'A remark, kept as an internal comment of the new order.'),
    orderId: described(Text, 'The order that is replaced in part.'),
    orderLineReplacements: described(List(OrderLineReplacementRequestModel), 'The lines and units; at least one.'),
  },
  'Units of an order that are sent again by an order of their own.',
)
export type ReplacementRequestModel = Static<typeof ReplacementRequestModel>

const optional = Type.Optional

const returnFilters = {
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
  selectedStores: optional(
    Type.Array(Text, { maxItems: FILTER_VALUES_MAX, description: 'The store of the return, or that of the order.' }),
  ),
}

/** Which return forms are to be found. What is absent or empty filters nothing. */
export const ReturnOrderSearchRequest = Model(
  'ReturnOrderSearchRequest',
  {
    ...returnFilters,
    page: optional(
      Type.Integer({ minimum: 0, maximum: PAGE_NUMBER_MAX, default: 1, description: 'From 1; 0 is the first page too.' }),
    ),
    take: described(
      optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT })),
      'How many forms are on a page. `take` × `page` is at most 10,000.',
    ),
  },
  'Which return forms are to be found. All filters must hold; one that is left out or empty filters nothing. Forms of deleted orders are not found.',
)
export type ReturnOrderSearchRequest = Static<typeof ReturnOrderSearchRequest>

/** A return form with the fields of its order that identify the customer and the store. */
export const ReturnOrderViewModel = Model(
  'ReturnOrderViewModel',
  {
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
    result: described(Type.Array(ReturnOrderViewModel), 'The forms of this page, newest first.'),
    facets: described(Type.Array(FacetGroup), 'Always empty.'),
    scrollId: described(Nullable(Text), 'Always null.'),
    isValid: described(Flag, 'Always true.'),
  },
  'Return forms that a search has found. The same fields as of a search for orders.',
)
export type ReturnOrderSearchResult = Static<typeof ReturnOrderSearchResult>
