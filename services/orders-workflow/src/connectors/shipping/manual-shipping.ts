import type { ShippingConnector } from './shipping-connector.ts'

/**
 * Transport that is arranged by other means: every booking succeeds without a call, and its tracking number is entered by whoever arranged
 * it (connectors.md#shipping-protocol). The same key gives the same booking.
 */
export const manualShipping: ShippingConnector = {
  book: async ({ idempotencyKey }) => ({
    outcome: 'done',
    booking: {
      bookingId: `manual-${idempotencyKey}`,
      trackingNumber: null,
      trackingLink: null,
      labelLink: null,
      returnTrackingNumber: null,
      returnTrackingLink: null,
      returnLabelLink: null,
    },
  }),
}

/** Whether bookings of a connector are manual: their answer needs nobody outside, and the same request gives it again at any time. */
export function isManualShipping(connector: ShippingConnector): boolean {
  return connector.book === manualShipping.book
}
