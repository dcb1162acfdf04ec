import { type Static, Type } from '@sinclair/typebox'
import { Shipment } from '../orders/shipment.ts'
import { described, LINES_MAX, List, Model, Nullable, Quantity, Text } from '../primitives.ts'
import { ConnectorPending, ConnectorRefusal, doneFields } from './outcomes.ts'

const BookingLine = Model(
  'BookingLine',
  {
    lineItemId: described(Nullable(Text), 'The line.'),
    code: described(Nullable(Text), 'The product.'),
    displayName: described(Nullable(Text), 'What the product is called.'),
    quantity: described(Quantity, 'How many units are not cancelled.'),
  },
  'A line of the shipment.',
)

const { address, contactPerson, goodsDescription, packages, pickUpPointInformation } = Shipment.properties
const { servicePointId, shippingMethodId, shippingMethodName, shippingMethodProductId, warehouseCode } = Shipment.properties

export const BookRequest = Model(
  'BookRequest',
  {
    operation: Type.Literal('book'),
    orderId: described(Text, 'The order.'),
    orderNumber: described(Nullable(Text), 'Its number for people.'),
    shipmentId: described(Text, 'The shipment of the order.'),
    storeId: described(Nullable(Text), 'The store of the order.'),
    warehouseCode,
    shippingMethodId,
    shippingMethodName,
    shippingMethodProductId,
    servicePointId,
    pickUpPointInformation,
    address: described(address, 'Where it goes; the billing address where the shipment has none.'),
    contactPerson,
    goodsDescription,
    packages,
    lineItems: described(List(BookingLine, LINES_MAX), 'What is in it.'),
  },
  'Books the transport of a shipment (connectors.md#shipping-protocol).',
)

/** The requests by their operation (connectors.md#shipping-protocol). */
export const shippingRequests = { book: BookRequest }
export type ShippingRequests = { book: Static<typeof BookRequest> }

const number = Type.String({ minLength: 1, maxLength: 200 })
const link = Type.String({ pattern: '^https?://', maxLength: 2_000 })

export const BookingDone = Model(
  'BookingDone',
  {
    ...doneFields,
    trackingNumber: described(number, "The carrier's number of the shipment."),
    bookingId: Type.Optional(described(number, "The carrier's name of the booking.")),
    trackingLink: Type.Optional(described(link, 'The page that shows where the shipment is.')),
    labelLink: Type.Optional(described(link, 'The address of the label.')),
    returnTrackingNumber: Type.Optional(described(number, 'The number under which it comes back.')),
    returnTrackingLink: Type.Optional(described(link, 'The page that shows where the return is.')),
    returnLabelLink: Type.Optional(described(link, 'The address of the label for a return.')),
  },
  'The transport is booked.',
)

/** The answers by operation. */
export const shippingAnswers = { book: Type.Union([BookingDone, ConnectorRefusal, ConnectorPending]) }
export type ShippingAnswers = { book: Static<typeof shippingAnswers.book> }
