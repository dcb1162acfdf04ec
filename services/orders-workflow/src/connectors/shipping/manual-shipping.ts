import type { ShippingConnector } from './shipping-connector.ts'

/**
 * Transport outside of the system: every booking succeeds without a call, and its tracking number
 * is entered manually (connectors.md#shipping-protocol). The same key has the same booking.
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

/**
 * Whether bookings of a connector are manual: they need no external call, and can be repeated at
 * any time.
 */
export function isManualShipping(connector: ShippingConnector): boolean {
  return connector.book === manualShipping.book
}
