import type { Static } from '@sinclair/typebox'
import { Flag, Integer, Model, Nullable, Text } from '../primitives.ts'

/** A way to pay that a market offers (payments.md#payment-options). It carries nothing that a connector needs to reach its provider. */
export const PaymentOption = Model('PaymentOption', {
  name: Text,
  paymentMethodName: Text,
  providerName: Nullable(Text),
  displayName: Text,
  authorizationTimeInDays: Nullable(Integer),
  displayInCart: Flag,
  editable: Flag,
  isEmptyPayment: Flag,
  logoUrl: Nullable(Text),
  termsUrl: Nullable(Text),
})
export type PaymentOption = Static<typeof PaymentOption>
