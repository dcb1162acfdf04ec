import type { Shipment } from '@oms/contracts/orders/shipment'
import type { MissingResponse } from '../http/missing-response.ts'

/** What a carrier is asked to transport. */
export type BookingRequest = {
  /** Equal keys ask for one and the same booking (connectors.md#provider-idempotency). */
  idempotencyKey: string
  orderId: string
  orderNumber: string | null
  shipmentId: string
  storeId: string | null
  lineItems: { lineItemId: string | null; code: string | null; displayName: string | null; quantity: number }[]
} & Pick<
  Shipment,
  | 'address'
  | 'contactPerson'
  | 'goodsDescription'
  | 'packages'
  | 'pickUpPointInformation'
  | 'servicePointId'
  | 'shippingMethodId'
  | 'shippingMethodName'
  | 'shippingMethodProductId'
  | 'warehouseCode'
>

/** What a carrier tells of a booking; null where it tells nothing. */
export type Booking = {
  bookingId: string
  trackingNumber: string | null
  trackingLink: string | null
  labelLink: string | null
  returnTrackingNumber: string | null
  returnTrackingLink: string | null
  returnLabelLink: string | null
}

/** `refused` is the carrier's last word; after `unreachable` nobody knows whether it has booked. */
export type BookingResult = { outcome: 'done'; booking: Booking } | MissingResponse

/** A way to book transport (connectors.md#shipping-protocol). A repeated request with the same idempotency key gives the first one's answer. */
export type ShippingConnector = {
  book(request: BookingRequest, signal?: AbortSignal): Promise<BookingResult>
  /** Why nobody can be asked as things are configured; null when somebody can, which is always so when absent. */
  unready?(): string | null
}
