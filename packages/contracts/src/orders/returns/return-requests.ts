import type { Static } from '@sinclair/typebox'
import { Amount, described, Flag, Integer, LINES_MAX, List, Model, Nullable, Quantity, Text } from '../../primitives.ts'
import { OrderLine } from '../order-line.ts'
import { Payment } from '../payment.ts'
import { PropertyItem } from '../primitive-models.ts'

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
      'The total to pay out. Left out: the total of the form, less what the exchange order wants. 400 where it is more than that total, or than was captured and not refunded yet.',
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
