import type { Static } from '@sinclair/typebox'
import { AlwaysSet, Amount, DateTime, Flag, LINES_MAX, List, Model, Nullable, Text } from '../../primitives.ts'
import { Discount } from '../discount.ts'
import { Charge } from '../order-form.ts'
import { OrderLine } from '../order-line.ts'
import { Payment } from '../payment.ts'
import { EntityError, ExternalId, PropertyItem } from '../primitive-models.ts'
import { Shipment } from '../shipment.ts'

export const ReturnCharge = Model('ReturnCharge', {
  amount: Amount,
  key: Nullable(Text),
})
export type ReturnCharge = Static<typeof ReturnCharge>

export const Claim = Model('Claim', {
  projectId: Nullable(Text),
  projectType: Nullable(Text),
})
export type Claim = Static<typeof Claim>

export const ReturnOrderForm = Model('ReturnOrderForm', {
  authorizedPaymentTotal: Amount,
  capturedPaymentTotal: Amount,
  cartId: Nullable(Text),
  cartName: Nullable(Text),
  charges: List(Charge),
  claim: Nullable(Claim),
  couponCodes: List(Text),
  created: DateTime,
  creditAmount: Amount,
  creditPayment: Flag,
  creditPaymentTotal: Amount,
  discountAmount: Amount,
  discounts: List(Discount),
  errors: List(EntityError),
  externalIds: List(ExternalId),
  fullRefund: Flag,
  grossRoundoff: Nullable(Amount),
  handlingTotal: Amount,
  isPriority: Nullable(Flag),
  lineItems: List(OrderLine, LINES_MAX),
  modified: DateTime,
  orderLevelTax: Amount,
  payments: List(Payment),
  properties: List(PropertyItem),
  purchaseOrderId: Nullable(Text),
  replacementOrderIds: List(Text),
  returnCharges: List(ReturnCharge),
  returnComment: Nullable(Text),
  returnId: AlwaysSet(Text),
  returnType: Nullable(Text),
  rmaNumber: Nullable(Text),
  sentNotificationIds: List(Text),
  shipments: List(Shipment),
  shippingCreditedTotal: Amount,
  shippingDiscountTotal: Amount,
  shippingSubTotal: Amount,
  shippingSubTotalExclTax: Amount,
  shippingTotal: Amount,
  status: Nullable(Text),
  storeId: Nullable(Text),
  subTotal: Amount,
  subTotalExclTax: Amount,
  taxTotal: Amount,
  total: Amount,
  totalExclTax: Amount,
  userId: Nullable(Text),
})
export type ReturnOrderForm = Static<typeof ReturnOrderForm>
