import type { Static } from '@sinclair/typebox'
import { described, Flag, Integer, Model, Nullable, Text } from '../../primitives.ts'

/**
 * A way to pay that a market offers (payments.md#payment-options). It carries nothing that a
 * connector needs to reach its provider.
 */
export const PaymentOption = Model(
  'PaymentOption',
  {
    name: described(Text, 'The unique name of the method in the configuration.'),
    paymentMethodName: described(Text, 'What a payment by this method carries as `paymentMethodName`.'),
    providerName: described(Nullable(Text), 'Who moves the money; null where nobody is named.'),
    displayName: described(Text, 'The name to show to the customer.'),
    authorizationTimeInDays: described(Nullable(Integer), 'Days until an authorisation by this method expires; null: not known.'),
    displayInCart: described(Flag, 'Whether to offer the method in a cart.'),
    editable: described(
      Flag,
      'Whether payments by this method may be changed manually on an order. Information for user interfaces.',
    ),
    isEmptyPayment: described(Flag, 'Whether the method moves no money.'),
    logoUrl: described(Nullable(Text), 'The address of a logo to show.'),
    termsUrl: described(Nullable(Text), 'The address of the terms of the method.'),
  },
  'A way to pay that the market of an order offers, as it is configured.',
)
export type PaymentOption = Static<typeof PaymentOption>
