import type { Order } from './order.ts'
import type { OrderForm } from './order-form.ts'
import type { OrderLine } from './order-line.ts'
import type { Shipment } from './shipment.ts'

// The amounts that every write calculates; values that a client sends are ignored
// (orders.md#service-owned-fields, money.md#calculated-amounts).

/** Of an order form, and repeated by its order. */
export const mirrored = [
  'shippingDiscountTotal',
  'shippingSubTotal',
  'subTotal',
  'subTotalExclTax',
  'taxTotal',
  'total',
  'totalExclTax',
] as const satisfies readonly (keyof Order & keyof OrderForm)[]

/** Of an order alone. */
export const ofOrder = [
  'discountTotalIncVat',
  'lineItemsCost',
  'netTotal',
  'netTotalExclTax',
  'remainingPayment',
] as const satisfies readonly (keyof Order)[]

/** Of an order form alone. */
export const ofForm = [
  'authorizedPaymentTotal',
  'capturedPaymentTotal',
  'creditPaymentTotal',
  'discountAmount',
  'fullRefund',
  'orderLevelTax',
  'shippingCreditedTotal',
  'shippingSubTotalExclTax',
  'shippingTotal',
] as const satisfies readonly (keyof OrderForm)[]

/** Of a line, and of its copies in shipments. */
export const ofLine = [
  'costTotal',
  'creditedAmount',
  'discountedExclTax',
  'discountedPrice',
  'discountedPriceExclTax',
  'extendedPrice',
  'extendedPriceExclTax',
  'lineItemDiscountAmount',
  'lineItemDiscountAmountExclTax',
  'orderDiscountAmount',
  'placedPriceExclTax',
  'suggestedRetailPriceExclTax',
  'taxTotal',
] as const satisfies readonly (keyof OrderLine)[]

/** Of a shipment. */
export const ofShipment = [
  'shippingSubTotalExclTax',
  'shippingTax',
  'shippingTotal',
  'subTotal',
  'taxTotal',
  'total',
] as const satisfies readonly (keyof Shipment)[]
