import type { Shipment } from '@open-oms/contracts/orders/shipment'
import type { MissingResponse } from '../http/missing-response.ts'

/** A request to a carrier. */
export type BookingRequest = {
  /** Equal keys are the same booking (connectors.md#provider-idempotency). */
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

/** A booking of a carrier; absent values are null. */
export type Booking = {
  bookingId: string
  trackingNumber: string | null
  trackingLink: string | null
  labelLink: string | null
  returnTrackingNumber: string | null
  returnTrackingLink: string | null
  returnLabelLink: string | null
}

/** `refused` is final; after `unreachable` it is unknown whether the carrier has booked. */
export type BookingResult = { outcome: 'done'; booking: Booking } | MissingResponse

/**
 * A way to book transport (connectors.md#shipping-protocol). A repeated request with the same
 * idempotency key returns the first result.
 */
export type ShippingConnector = {
  book(request: BookingRequest, signal?: AbortSignal): Promise<BookingResult>
  /**
   * Why the connector cannot be called in this configuration; null when it can, and always when
   * absent.
   */
  unready?(): string | null
}
