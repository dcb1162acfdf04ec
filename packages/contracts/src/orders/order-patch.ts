import type { Static } from '@sinclair/typebox'
import { Amount, Flag, Integer, LINES_MAX, List, Model, Nullable, Text } from '../primitives.ts'
import { Order } from './order.ts'
import { OrderForm } from './order-form.ts'
import { OrderLine } from './order-line.ts'
import { PropertyItem } from './primitive-models.ts'
import { ReturnOrderForm } from './returns/returns.ts'
import { Shipment } from './shipment.ts'

/** How a patch treats the custom properties that are there already (orders.md#order-patch). */
const propertyOptions = {
  /**
   * True, or left out: the sent properties are merged with those that are there; false: they
   * replace them.
   */
  keepExistingCustomProperties: Nullable(Flag),
  /**
   * A property goes when every field that one of the conditions names is equal; this comes before
   * the merge.
   */
  propertiesRemovalConditions: List(PropertyItem),
}

/** What patches of order forms and return forms have beside the fields of a form. */
const shippingCosts = {
  chargeShipmentCostAmount: Nullable(Amount),
  creditShipmentAmount: Nullable(Amount),
}

export const OrderLinePatch = Model('OrderLinePatch', { ...OrderLine.properties, ...propertyOptions })
export type OrderLinePatch = Static<typeof OrderLinePatch>

export const ShipmentPatch = Model('ShipmentPatch', {
  ...Shipment.properties,
  lineItems: List(OrderLinePatch, LINES_MAX),
})
export type ShipmentPatch = Static<typeof ShipmentPatch>

export const OrderFormPatch = Model('OrderFormPatch', {
  ...OrderForm.properties,
  ...shippingCosts,
  lineItems: List(OrderLinePatch, LINES_MAX),
  shipments: List(ShipmentPatch),
})
export type OrderFormPatch = Static<typeof OrderFormPatch>

export const ReturnOrderFormPatch = Model('ReturnOrderFormPatch', {
  ...ReturnOrderForm.properties,
  ...shippingCosts,
  lineItems: List(OrderLinePatch, LINES_MAX),
  shipments: List(ShipmentPatch),
  /** True: the sent lines replace those of the form. */
  replaceLineItemsArray: Nullable(Flag),
  /** False: lines that the form does not have are passed over. */
  shouldAddMissingLineItems: Nullable(Flag),
})
export type ReturnOrderFormPatch = Static<typeof ReturnOrderFormPatch>

/**
 * The fields of an order, none of them needed, and how they are to be merged
 * (orders.md#order-patch).
 */
export const OrderPatch = Model('OrderPatch', {
  ...Order.properties,
  ...propertyOptions,
  customerGroups: List(Text),
  /**
   * Fields, in any letter case, that are set also where the patch has nothing: to null, or to an
   * empty list.
   */
  forceUpdate: List(Text),
  ignorePromotions: Nullable(Flag),
  /**
   * True, or left out: lists are merged by their natural keys; false: a sent list replaces the one
   * that is there.
   */
  keepExistingListItems: Nullable(Flag),
  orderForm: Nullable(OrderFormPatch),
  returnOrderForms: List(ReturnOrderFormPatch),
})
export type OrderPatch = Static<typeof OrderPatch>

const counts = {
  errorCount: Integer,
  errorMessage: Nullable(Text),
  isModified: Flag,
  notFoundCount: Integer,
  totalCount: Integer,
  unchangedCount: Integer,
  updatedCount: Integer,
}

/** What a patch came to; the one order counts (orders.md#order-patch). */
export const OrderPatchUpdateResult = Model('OrderPatchUpdateResult', counts)
export type OrderPatchUpdateResult = Static<typeof OrderPatchUpdateResult>

/** What patches of lines came to; each line counts (lines.md#line-patches). */
export const OrderLineUpdateResult = Model('OrderLineUpdateResult', counts)
export type OrderLineUpdateResult = Static<typeof OrderLineUpdateResult>
