import type { Static } from '@sinclair/typebox'
import { Amount, Flag, LINES_MAX, List, Model, Nullable, Text } from '../primitives.ts'
import { Discount } from './discount.ts'
import { OrderLine } from './order-line.ts'
import { Payment } from './payment.ts'
import { PropertyItem } from './primitive-models.ts'
import { Shipment } from './shipment.ts'

export const Charge = Model('Charge', {
  amount: Amount,
  code: Nullable(Text),
})
export type Charge = Static<typeof Charge>

export const OrderForm = Model('OrderForm', {
  authorizedPaymentTotal: Amount,
  capturedPaymentTotal: Amount,
  cartId: Nullable(Text),
  cartName: Nullable(Text),
  charges: List(Charge),
  couponCodes: List(Text),
  creditPaymentTotal: Amount,
  discountAmount: Amount,
  discounts: List(Discount),
  fullRefund: Flag,
  grossRoundoff: Nullable(Amount),
  handlingTotal: Amount,
  isPriority: Nullable(Flag),
  lineItems: List(OrderLine, LINES_MAX),
  orderLevelTax: Amount,
  payments: List(Payment),
  properties: List(PropertyItem),
  purchaseOrderId: Nullable(Text),
  shipments: List(Shipment),
  shippingCreditedTotal: Amount,
  shippingDiscountTotal: Amount,
  shippingSubTotal: Amount,
  shippingSubTotalExclTax: Amount,
  shippingTotal: Amount,
  subTotal: Amount,
  subTotalExclTax: Amount,
  taxTotal: Amount,
  total: Amount,
  totalExclTax: Amount,
})
export type OrderForm = Static<typeof OrderForm>
