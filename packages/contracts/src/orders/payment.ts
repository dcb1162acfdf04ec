import type { Static } from '@sinclair/typebox'
import { AlwaysSet, Amount, DateTime, Flag, Integer, Key, List, Model, Nullable, Text, Word } from '../primitives.ts'
import { ExternalId, PropertyItem } from './primitive-models.ts'

export const transactionTypes = ['Authorization', 'Capture', 'Sale', 'Credit', 'Invoiced', 'Void'] as const
export type TransactionType = (typeof transactionTypes)[number]
export const paymentStatuses = ['Processed', 'Failed', 'Pending', 'Paid', 'Approved'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const PaymentOrderLineReference = Model('PaymentOrderLineReference', {
  lineItemId: Nullable(Text),
})
export type PaymentOrderLineReference = Static<typeof PaymentOrderLineReference>

export const Payment = Model('Payment', {
  amount: Amount,
  authorizationCode: Nullable(Text),
  authorizationExpires: Nullable(DateTime),
  comment: Nullable(Text),
  created: Nullable(DateTime),
  customerName: Nullable(Text),
  externalIds: List(ExternalId),
  id: AlwaysSet(Key),
  implementationClass: Nullable(Text),
  internalReference: Nullable(Text),
  invoiceId: Nullable(Text),
  isManuallyAdded: Flag,
  orderLineReferences: List(PaymentOrderLineReference),
  paidDate: Nullable(DateTime),
  paymentId: Integer,
  paymentMethodId: Nullable(Text),
  paymentMethodName: AlwaysSet(Text),
  paymentType: Nullable(Text),
  properties: List(PropertyItem),
  reason: Nullable(Text),
  shipmentId: Nullable(Text),
  status: AlwaysSet(Word(paymentStatuses)),
  storeId: Nullable(Text),
  transactionId: AlwaysSet(Text),
  transactionType: AlwaysSet(Word(transactionTypes)),
  validationCode: Nullable(Text),
})
export type Payment = Static<typeof Payment>
