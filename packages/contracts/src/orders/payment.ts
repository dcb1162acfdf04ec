import type { Static } from '@sinclair/typebox'
import { Amount, DateTime, described, Flag, Integer, Key, List, Model, Nullable, Text, Word } from '../primitives.ts'
import { ExternalId, PropertyItem } from './primitive-models.ts'

export const transactionTypes = ['Authorization', 'Capture', 'Sale', 'Credit', 'Invoiced', 'Void'] as const
export type TransactionType = (typeof transactionTypes)[number]
export const paymentStatuses = ['Processed', 'Failed', 'Pending', 'Paid', 'Approved'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]
/**
 * The payment method that settles a return with its exchange order
 * (returns.md#exchange-settlement).
 */
export const EXCHANGE_METHOD = 'Exchange'

export const PaymentOrderLineReference = Model(
  'PaymentOrderLineReference',
  {
    lineItemId: described(Nullable(Text), 'The line, by its `lineItemId`.'),
  },
  'A line that a payment is for.',
)
export type PaymentOrderLineReference = Static<typeof PaymentOrderLineReference>

export const Payment = Model(
  'Payment',
  {
    amount: described(
      Amount,
      'How much, in the main unit of the currency of the order, rounded to its decimals. Above 0 for every type, refunds too; a `Void` may be 0.',
    ),
    authorizationCode: described(
      Nullable(Text),
      "The provider's code of the authorisation. Passed to the provider with later requests for it.",
    ),
    authorizationExpires: described(
      Nullable(DateTime),
      'Until when the authorisation holds; afterwards it is not captured. Null: it does not expire.',
    ),
    comment: described(Nullable(Text), 'A remark. Stored as sent.'),
    created: described(
      Nullable(DateTime),
      'When the payment was entered: as sent, else the time of the write. Decides the posting day where there is no `paidDate`.',
    ),
    customerName: described(Nullable(Text), 'Who paid, by name. Stored as sent.'),
    externalIds: described(List(ExternalId), 'Ids of the payment in other systems. Stored as sent.'),
    id: described(
      Key,
      'Identifies the payment in the order; given by the system where it is left out. Adding a payment of a known id updates that one.',
    ),
    implementationClass: described(
      Nullable(Text),
      'What implements the payment method in the system of the client. Stored as sent.',
    ),
    internalReference: described(
      Nullable(Text),
      'The `id` of the earlier payment of the order that this one takes from: the authorisation of a capture or void, the capture of a refund. Set by steps; without it the same `transactionId` counts, for a refund also the same `invoiceId`, else the first payments with a rest.',
    ),
    invoiceId: described(
      Nullable(Text),
      'The number of the invoice. Documents and postings of an `Invoiced` payment have it; a refund that a step makes takes it from the payment that it draws on.',
    ),
    isManuallyAdded: described(Flag, 'Whether a person entered the payment. Stored as sent.'),
    orderLineReferences: described(
      List(PaymentOrderLineReference),
      'The lines that the payment is for, which is paid first with it. Steps name the lines of a refund; empty: the order as a whole.',
    ),
    paidDate: described(
      Nullable(DateTime),
      'When the money moved; it decides the posting day. Set by steps when the provider has done it; `created` counts where it is null.',
    ),
    paymentId: described(
      Integer,
      'A number of the payment in the system of the client. Stored as sent; `id` identifies it here.',
    ),
    paymentMethodId: described(
      Nullable(Text),
      'The id of the payment method in the system of the client. Stored as sent; `paymentMethodName` decides here.',
    ),
    paymentMethodName: described(
      Text,
      'The payment method, as it is configured: it decides which provider is asked and how the payment is booked.',
    ),
    paymentType: described(
      Nullable(Text),
      'The category of the payment, such as card or invoice, in a word of the client. Stored as sent; payments of steps take it from the payment that they draw on.',
    ),
    properties: described(
      List(PropertyItem),
      'Custom data by key. The system reads `ProviderFee` (what the provider kept, as decimal text such as `12.50`) and `KidNumber` (the payment reference of the invoice), `PaymentLink` (the address at which the customer pays a `Pending` payment) and `PaymentLinkExpires` (until when).',
    ),
    reason: described(Nullable(Text), 'Why the payment failed, as the provider said it to a step. Otherwise stored as sent.'),
    shipmentId: described(
      Nullable(Text),
      'The shipment that the payment is for, which is paid first with it. Set by steps that run for one shipment; null: the order as a whole.',
    ),
    status: described(
      Word(paymentStatuses),
      'What became of it. The money of `Processed`, `Paid` and `Approved` counts, that of `Pending` and `Failed` does not.',
    ),
    storeId: described(
      Nullable(Text),
      'The store where the payment was made. Stored as sent; the payment is booked to the store of the order.',
    ),
    transactionId: described(
      Text,
      "The provider's reference of the transaction. Required, but may be empty; together with the type it identifies a payment that is sent again without its `id`.",
    ),
    transactionType: described(
      Word(transactionTypes),
      'What happened: `Authorization` reserved, `Capture` taken from what was reserved, `Sale` taken immediately, `Invoiced` charged on account, `Credit` refunded, `Void` reservation given up.',
    ),
    validationCode: described(Nullable(Text), 'A code of the provider. Stored as sent.'),
  },
  'One transaction: money that was reserved, taken, given back or released. Steps of the workflow append payments; clients report those that happened elsewhere.',
)
export type Payment = Static<typeof Payment>
