import type { Static } from '@sinclair/typebox'
import { Amount, described, Flag, Integer, LINES_MAX, List, Model, Nullable, Text, Word } from '../primitives.ts'
import { Order } from './order.ts'
import { OrderForm } from './order-form.ts'
import { OrderLine } from './order-line.ts'
import { PropertyItem } from './primitive-models.ts'
import { ReturnOrderForm } from './returns/returns.ts'
import { Shipment } from './shipment.ts'

/** How a patch treats the existing custom properties (orders.md#order-patch). */
const propertyOptions = {
  keepExistingCustomProperties: described(
    Nullable(Flag),
    'True, or left out: sent properties are merged with existing ones by key and group; false: they replace them.',
  ),
  propertiesRemovalConditions: described(
    List(PropertyItem),
    'Properties to remove before the merge: one goes when every field that a condition names is equal. A condition that names nothing removes nothing.',
  ),
}

/** What patches of order forms and return forms have beside the fields of a form. */
const shippingCosts = {
  chargeShipmentCostAmount: described(
    Nullable(Amount),
    'Of a return form: what is charged for shipping, with tax, as the return charge with key `ShipmentCost`, which is subtracted from its total. Not negative. Ignored in an order form.',
  ),
  creditShipmentAmount: described(
    Nullable(Amount),
    'Of a return form: what is credited of the shipping, with tax, in place of its `shippingCreditedTotal`. Not negative. Ignored in an order form.',
  ),
}

export const OrderLinePatch = Model(
  'OrderLinePatch',
  {
    ...OrderLine.properties,
    ...propertyOptions,
  },
  'Fields of a line to change, found by `lineItemId`. What is null or left out stays; what is calculated is ignored.',
)
export type OrderLinePatch = Static<typeof OrderLinePatch>

export const ShipmentPatch = Model(
  'ShipmentPatch',
  {
    ...Shipment.properties,
    lineItems: described(List(OrderLinePatch, LINES_MAX), 'Fields of the copies of lines in this shipment to change.'),
  },
  'Fields of a shipment to change, found by `shipmentId`. What is null or left out stays; what is calculated is ignored.',
)
export type ShipmentPatch = Static<typeof ShipmentPatch>

export const OrderFormPatch = Model(
  'OrderFormPatch',
  {
    ...OrderForm.properties,
    ...shippingCosts,
    lineItems: described(
      List(OrderLinePatch, LINES_MAX),
      'Fields of lines to change, and lines to add. The copies in shipments follow.',
    ),
    shipments: described(List(ShipmentPatch), 'Fields of shipments to change, and shipments to add.'),
  },
  'Fields of the order form to change. What is null or left out stays; what is calculated is ignored.',
)
export type OrderFormPatch = Static<typeof OrderFormPatch>

export const ReturnOrderFormPatch = Model(
  'ReturnOrderFormPatch',
  {
    ...ReturnOrderForm.properties,
    ...shippingCosts,
    lineItems: described(
      List(OrderLinePatch, LINES_MAX),
      'Lines of the form to change, and lines of the order to add with the `quantity` that comes back.',
    ),
    shipments: described(List(ShipmentPatch), 'Fields of shipments of the form to change.'),
    replaceLineItemsArray: described(
      Nullable(Flag),
      'True: the sent lines replace those of the form. Otherwise they are merged by `lineItemId`.',
    ),
    shouldAddMissingLineItems: described(
      Nullable(Flag),
      'False: lines that the form does not have are passed over. Otherwise they are added.',
    ),
  },
  'Fields of a return form to change. What is null or left out stays; what is calculated is ignored.',
)
export type ReturnOrderFormPatch = Static<typeof ReturnOrderFormPatch>

/**
 * The fields of an order, all optional, and how they are merged
 * (orders.md#order-patch).
 */
export const OrderPatch = Model(
  'OrderPatch',
  {
    ...Order.properties,
    ...propertyOptions,
    customerGroups: described(List(Text), 'Taken for clients that send it and not stored: orders have no such field.'),
    forceUpdate: described(
      List(Text),
      'Names of fields of the order, in any letter case, that are set also where the patch has nothing for them: to null, or to an empty list. Required and nested fields are refused with 400.',
    ),
    ignorePromotions: described(
      Nullable(Flag),
      'Taken for clients that send it, without effect: discounts apply as the order has them.',
    ),
    keepExistingListItems: described(
      Nullable(Flag),
      'True, or left out: lists are merged by their natural keys; false: a sent list replaces the existing one.',
    ),
    orderForm: described(Nullable(OrderFormPatch), 'What to change in the order form.'),
    returnOrderForms: described(List(ReturnOrderFormPatch), 'What to change in return forms, found by `returnId`.'),
  },
  'Fields of an order to change, and how lists and properties are merged. What is null or left out stays, unless `forceUpdate` names it; what is calculated or read-only is ignored.',
)
export type OrderPatch = Static<typeof OrderPatch>

const WriteWarning = Model(
  'WriteWarning',
  {
    message: described(Text, 'What there is to know, for people.'),
    type: described(
      Word(['OrderIsUnpaid']),
      '`OrderIsUnpaid`: goods leave, and part of the order is neither paid, authorised nor on invoice.',
    ),
  },
  'A warning about a change that was made.',
)
export type WriteWarning = Static<typeof WriteWarning>

const counts = {
  errorCount: described(Integer, 'Items that failed. Always 0: a patch with an error is refused as a whole.'),
  errorMessage: described(Nullable(Text), 'Always null, as `errorCount` is 0.'),
  isModified: described(Flag, 'Whether anything was changed, so that there is a new version.'),
  notFoundCount: described(Integer, 'Items that the order does not have; they were passed over.'),
  totalCount: described(Integer, 'Items that were sent: lines or shipments, or 1 for a whole order or return form.'),
  unchangedCount: described(Integer, 'Items that were the same already.'),
  updatedCount: described(Integer, 'Items that were changed.'),
  warnings: described(List(WriteWarning), 'Warnings about the change; mostly empty.'),
}

/** The result of a patch; the one order counts (orders.md#order-patch). */
export const OrderPatchUpdateResult = Model(
  'OrderPatchUpdateResult',
  counts,
  'What became of a patch of an order, of its shipments or of a return form.',
)
export type OrderPatchUpdateResult = Static<typeof OrderPatchUpdateResult>

/** The result of a patch of a whole order, and of its dry run (orders.md#order-patch). */
export const OrderPatchResult = Model(
  'OrderPatchResult',
  {
    ...counts,
    order: described(Nullable(Order), 'The order as it would be, of a dry run; null of a patch that was made.'),
  },
  'What became of a patch of an order, or would become of it.',
)
export type OrderPatchResult = Static<typeof OrderPatchResult>

/** The results of patches of lines; each line counts (lines.md#line-patches). */
export const OrderLineUpdateResult = Model('OrderLineUpdateResult', counts, 'What became of patches of lines.')
export type OrderLineUpdateResult = Static<typeof OrderLineUpdateResult>
