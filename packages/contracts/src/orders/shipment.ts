import type { Static } from '@sinclair/typebox'
import {
  AlwaysSet,
  Amount,
  DateTime,
  Flag,
  Integer,
  LINES_MAX,
  List,
  LongInteger,
  Measure,
  Model,
  Nullable,
  Quantity,
  Text,
} from '../primitives.ts'
import { ContactPerson, OrderAddress } from './address.ts'
import { Discount } from './discount.ts'
import { OrderLine } from './order-line.ts'
import { ExternalId, PropertyItem } from './primitive-models.ts'

export const PickUpPointAddress = Model('PickUpPointAddress', {
  street: Nullable(Text),
  streetName: Nullable(Text),
  streetNumber: Nullable(Text),
  postalCode: Nullable(Text),
  city: Nullable(Text),
  country: Nullable(Text),
  countryCode: Nullable(Text),
})
export type PickUpPointAddress = Static<typeof PickUpPointAddress>

export const PickUpPointOpeningHour = Model('PickUpPointOpeningHour', {
  day: Nullable(Text),
  from: Nullable(Text),
  to: Nullable(Text),
})
export type PickUpPointOpeningHour = Static<typeof PickUpPointOpeningHour>

export const ShippingPickUpPoint = Model('ShippingPickUpPoint', {
  address: Nullable(PickUpPointAddress),
  name: Nullable(Text),
  openingHours: List(PickUpPointOpeningHour),
  servicePointId: Nullable(Text),
})
export type ShippingPickUpPoint = Static<typeof ShippingPickUpPoint>

export const ShipmentDimensions = Model('ShipmentDimensions', {
  heightInCm: Integer,
  lengthInCm: Integer,
  widthInCm: Integer,
})
export type ShipmentDimensions = Static<typeof ShipmentDimensions>

export const ShipmentTracking = Model('ShipmentTracking', {
  shipmentLabelLink: Nullable(Text),
  shipmentTrackingLink: Nullable(Text),
  shipmentTrackingNumber: Nullable(Text),
})
export type ShipmentTracking = Static<typeof ShipmentTracking>

/** Which line, and how much of it, is in a package; no quantity means all that the shipment holds (shipments.md#shipment-data-of-an-update). */
export const ShipmentPackageLineItemReference = Model('ShipmentPackageLineItemReference', {
  lineItemId: Nullable(Text),
  quantity: Nullable(Quantity),
})
export type ShipmentPackageLineItemReference = Static<typeof ShipmentPackageLineItemReference>

export const ShipmentPackage = Model('ShipmentPackage', {
  barcode: Nullable(Text),
  dimensions: Nullable(ShipmentDimensions),
  goodsDescription: Nullable(Text),
  id: Nullable(Text),
  lineItemReferences: List(ShipmentPackageLineItemReference),
  shipmentTracking: Nullable(ShipmentTracking),
  volume: Nullable(Measure),
  weightInKg: Measure,
})
export type ShipmentPackage = Static<typeof ShipmentPackage>

export const OrderStatusLogItem = Model('OrderStatusLogItem', {
  durationSincePreviousMs: Nullable(LongInteger),
  status: Nullable(Text),
  timestamp: DateTime,
})
export type OrderStatusLogItem = Static<typeof OrderStatusLogItem>

export const Shipment = Model('Shipment', {
  address: Nullable(OrderAddress),
  comment: Nullable(Text),
  completed: Nullable(DateTime),
  contactPerson: Nullable(ContactPerson),
  discounts: List(Discount),
  expectedDeliveryDate: Nullable(DateTime),
  expectedShipmentDate: Nullable(DateTime),
  externalIds: List(ExternalId),
  goodsDescription: Nullable(Text),
  isAllocated: Flag,
  lineItems: List(OrderLine, LINES_MAX),
  orderStatus: Nullable(Text),
  orderStatusLog: List(OrderStatusLogItem),
  packages: List(ShipmentPackage),
  pickUpPointInformation: Nullable(ShippingPickUpPoint),
  pickUpWarehouseCode: Nullable(Text),
  prevStatus: Nullable(Text),
  properties: List(PropertyItem),
  returnLabelLink: Nullable(Text),
  returnTrackingLink: Nullable(Text),
  returnTrackingNumber: Nullable(Text),
  servicePointId: Nullable(Text),
  shipmentId: AlwaysSet(Text),
  shipmentLabelLink: Nullable(Text),
  shipmentTaxRate: Nullable(Amount),
  shipmentTrackingLink: Nullable(Text),
  shipmentTrackingNumber: Nullable(Text),
  shippingCreditedTotal: Amount,
  shippingDiscountAmount: Amount,
  shippingLabel: Nullable(Text),
  shippingMethodId: Nullable(Text),
  shippingMethodName: Nullable(Text),
  shippingMethodProductId: Nullable(Text),
  shippingSubTotal: Amount,
  shippingSubTotalExclTax: Amount,
  shippingTax: Amount,
  shippingTotal: Amount,
  status: Nullable(Text),
  subTotal: Amount,
  taxTotal: Amount,
  total: Amount,
  transit: Flag,
  virtualWarehouseCode: Nullable(Text),
  warehouseCode: Nullable(Text),
})
export type Shipment = Static<typeof Shipment>
