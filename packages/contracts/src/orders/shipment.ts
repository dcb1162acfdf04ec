import type { Static } from '@sinclair/typebox'
import {
  Amount,
  DateTime,
  described,
  describedFields,
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
import { shipmentTexts } from './shipment-texts.ts'

export const PickUpPointAddress = Model(
  'PickUpPointAddress',
  {
    street: described(
      Nullable(Text),
      'Street and number in one. Documents print it; where it is empty, `streetName` and `streetNumber`.',
    ),
    streetName: described(Nullable(Text), 'The street without its number.'),
    streetNumber: described(Nullable(Text), 'The number in the street.'),
    postalCode: described(Nullable(Text), 'The postal code.'),
    city: described(Nullable(Text), 'The town. Documents print it beside the postal code.'),
    country: described(Nullable(Text), 'The country by name.'),
    countryCode: described(Nullable(Text), 'The country as a code of ISO 3166, such as `NO`. Stored as sent.'),
  },
  'The address of a place where a customer collects goods from a carrier.',
)
export type PickUpPointAddress = Static<typeof PickUpPointAddress>

export const PickUpPointOpeningHour = Model(
  'PickUpPointOpeningHour',
  {
    day: described(Nullable(Text), 'The day, such as `Monday`.'),
    from: described(Nullable(Text), 'When it opens, such as `08:00`.'),
    to: described(Nullable(Text), 'When it closes, such as `20:00`.'),
  },
  'When a place of collection is open on a day, as the carrier writes it. Stored as sent.',
)
export type PickUpPointOpeningHour = Static<typeof PickUpPointOpeningHour>

export const ShippingPickUpPoint = Model(
  'ShippingPickUpPoint',
  {
    address: described(Nullable(PickUpPointAddress), 'Where the place is.'),
    name: described(Nullable(Text), 'The name of the place. Documents print it.'),
    openingHours: described(List(PickUpPointOpeningHour), 'When the place is open, a day each. Stored as sent.'),
    servicePointId: described(
      Nullable(Text),
      "The carrier's id of the place. `servicePointId` of the shipment names it too; neither follows from the other.",
    ),
  },
  'A place where a customer collects goods from a carrier, such as a shop or a parcel locker.',
)
export type ShippingPickUpPoint = Static<typeof ShippingPickUpPoint>

export const ShipmentDimensions = Model(
  'ShipmentDimensions',
  {
    heightInCm: described(Integer, 'The height in centimetres.'),
    lengthInCm: described(Integer, 'The length in centimetres.'),
    widthInCm: described(Integer, 'The width in centimetres.'),
  },
  'The size of a package in whole centimetres.',
)
export type ShipmentDimensions = Static<typeof ShipmentDimensions>

export const ShipmentTracking = Model(
  'ShipmentTracking',
  {
    shipmentLabelLink: described(Nullable(Text), 'The address of the label of the package.'),
    shipmentTrackingLink: described(Nullable(Text), 'The page that shows where the package is.'),
    shipmentTrackingNumber: described(Nullable(Text), "The carrier's number of the package. Searches find it."),
  },
  'The label of one package and where it is. The shipment as a whole has fields of the same names.',
)
export type ShipmentTracking = Static<typeof ShipmentTracking>

/** A line in a package (shipments.md#shipment-data-of-an-update). */
export const ShipmentPackageLineItemReference = Model(
  'ShipmentPackageLineItemReference',
  {
    lineItemId: described(Nullable(Text), 'The line, one that the shipment holds.'),
    quantity: described(
      Nullable(Quantity),
      'How many units are in the package; all packages together have at most what the shipment holds. Null: the line is inside, without saying how much.',
    ),
  },
  'A line of which units are in a package.',
)
export type ShipmentPackageLineItemReference = Static<typeof ShipmentPackageLineItemReference>

export const ShipmentPackage = Model(
  'ShipmentPackage',
  {
    barcode: described(Nullable(Text), 'The barcode on the parcel.'),
    dimensions: described(Nullable(ShipmentDimensions), 'The size of the parcel.'),
    goodsDescription: described(Nullable(Text), 'What the parcel contains, in words.'),
    id: described(Nullable(Text), 'Identifies the parcel in its shipment: updates find it by this.'),
    lineItemReferences: described(
      List(ShipmentPackageLineItemReference),
      'Which lines are in the parcel, and how much of them. When goods leave the shipment, the last packages lose their references first.',
    ),
    shipmentTracking: described(Nullable(ShipmentTracking), 'Label and tracking of this parcel.'),
    volume: described(Nullable(Measure), 'The volume in litres.'),
    weightInKg: described(Measure, 'The weight in kilograms; 0 when left out.'),
  },
  'A parcel of a shipment. The carrier is given it with the booking.',
)
export type ShipmentPackage = Static<typeof ShipmentPackage>

export const OrderStatusLogItem = Model(
  'OrderStatusLogItem',
  {
    durationSincePreviousMs: described(Nullable(LongInteger), 'Milliseconds since the entry before; null for the first one.'),
    status: described(Nullable(Text), 'The `orderStatus` that was entered.'),
    timestamp: described(DateTime, 'When it was entered.'),
  },
  'A status that a shipment has entered.',
)
export type OrderStatusLogItem = Static<typeof OrderStatusLogItem>

/**
 * Quantities: quantities.md#line-quantities; amounts: money.md#calculated-amounts; statuses:
 * shipments.md#shipment-statuses.
 */
export const Shipment = Model(
  'Shipment',
  describedFields(
    {
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
      shipmentId: Text,
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
    },
    shipmentTexts,
  ),
  'A part of an order that is sent from one place to one address, with copies of the lines that it holds. Amounts are in the main unit of the currency of the order.',
)
export type Shipment = Static<typeof Shipment>
