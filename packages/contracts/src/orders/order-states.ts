/** How much of an order is paid (money.md#payment-status). */
export const orderPaymentStatuses = ['OverPaid', 'Paid', 'Authorized', 'PartiallyPaid', 'NotPaid'] as const
export type OrderPaymentStatus = (typeof orderPaymentStatuses)[number]

/** How much of an order has left and has not come back (shipments.md#fulfilment-status). */
export const fulfilmentStatuses = [
  'Unfulfilled',
  'PartiallyFulfilled',
  'Fulfilled',
  'PartiallyReturned',
  'Returned',
  'Cancelled',
] as const
export type FulfilmentStatus = (typeof fulfilmentStatuses)[number]
