import { type Static, Type } from '@sinclair/typebox'
import { Amount, DateTime, described, Flag, Integer, Key, Model, Nullable, Text, Word } from '../primitives.ts'
import { paymentStatuses, transactionTypes } from './payment.ts'

export const breakdownKinds = ['Sales', 'Shipping', 'Discount', 'GiftCard', 'Tip', 'Fee', 'Rounding', 'Deposit'] as const
export type BreakdownKind = (typeof breakdownKinds)[number]

/**
 * One part of what a payment pays for (payment-allocation.md#allocation-entries). The sum of `net +
 * vatAmount` over a payment's entries is its amount exactly. Sales come before discounts; Discount
 * entries are negative and carry the line that they belong to. Where an order was edited since an
 * earlier payment, entries of the opposite sign take back what that was for. All payments together,
 * refunds taken off, are for the order as it is.
 */
export const PaymentBreakdownEntry = Model(
  'PaymentBreakdownEntry',
  {
    kind: described(Word(breakdownKinds), 'What this part pays for.'),
    net: described(Amount, 'The part without tax, in the main unit of the currency; negative where it takes back.'),
    vatRate: described(Nullable(Amount), 'The tax rate in percent; null where there is none.'),
    vatAmount: described(Amount, 'The tax of this part.'),
    taxGroupCode: described(Nullable(Text), 'The tax group by the configuration.'),
    lineItemId: described(Nullable(Text), 'The line that this part is for; null for what belongs to no line.'),
    shipmentId: described(Nullable(Text), 'The shipment that this part is for, where it is for one.'),
    isRental: described(Flag, 'Whether the line is rented, not sold.'),
  },
  'One part of what a payment pays for; net and tax of all parts sum to the amount of the payment.',
)
export type PaymentBreakdownEntry = Static<typeof PaymentBreakdownEntry>

/**
 * The cost of goods that a payment pays for and that a warehouse sends or sent. Units that cost
 * nothing are left out.
 */
export const PaymentTransfer = Model(
  'PaymentTransfer',
  {
    lineItemId: described(Nullable(Text), 'The line that the goods are of.'),
    shipmentId: described(Nullable(Text), 'The shipment that the goods are in.'),
    warehouseCode: described(Text, 'The warehouse that sends or sent them.'),
    cost: described(Amount, 'What the units cost, in the main unit of the currency.'),
  },
  'The cost of goods that a payment pays for, by the warehouse that sends or sent them.',
)
export type PaymentTransfer = Static<typeof PaymentTransfer>

/**
 * A payment transaction with what accounting needs to book it (events.md#event-types,
 * payment-allocation.md#allocation-entries, postings.md#posting-accounts).
 */
export const PaymentRecordedData = Model(
  'PaymentRecordedData',
  {
    orderId: described(Key, 'The order that is paid.'),
    orderNumber: described(Nullable(Text), 'The number that customers know, where it has one.'),
    orderType: described(Text, 'The type by the configuration.'),
    orderOrigin: described(Nullable(Text), 'Where the order came from, as the order says.'),
    storeId: described(Key, 'The store that is booked.'),
    currency: described(Key, 'The currency of all amounts, by ISO 4217.'),
    customerNumber: described(Nullable(Text), 'The customer in the ERP, where one is known.'),
    payment: described(
      Type.Object({
        id: described(Key, 'The payment within its order.'),
        transactionType: described(Word(transactionTypes), 'What kind of movement it is.'),
        status: described(Word(paymentStatuses), 'How far the payment is; decides whether it is booked.'),
        method: described(Text, 'The name of the payment method.'),
        amount: described(
          Amount,
          'The amount in the main unit of the currency; never negative, the type says which way it goes.',
        ),
        paidDate: described(DateTime, 'When the money moved: its paid date, else when it was created. Decides the posting day.'),
        transactionId: described(Nullable(Text), 'The reference of the payment provider.'),
        invoiceId: described(Nullable(Text), 'The invoice that it belongs to, where there is one.'),
        providerFee: Type.Optional(
          described(Nullable(Amount), 'What the provider kept as its fee; absent or null when not reported.'),
        ),
        unreadableProviderFee: Type.Optional(
          described(Nullable(Text), 'The reported fee when it is not an amount: it cannot be posted.'),
        ),
      }),
      'The transaction.',
    ),
    invoice: described(
      Type.Object({
        paymentTermsNet: described(Nullable(Integer), 'Days until the invoice is due; null when no terms were agreed.'),
        kidNumber: described(Nullable(Text), 'The payment reference of the invoice.'),
        creditNoteNumber: described(Nullable(Text), 'The number of the credit note of a refund.'),
      }),
      'What the invoice needs.',
    ),
    breakdown: described(Type.Array(PaymentBreakdownEntry), 'What the payment pays for: parts that sum to its amount exactly.'),
    reducesReceivable: Type.Optional(
      Type.Boolean({ description: 'True: a refund of an invoice that was not paid yet. It is booked on the receivable.' }),
    ),
    paidOutAt: Type.Optional(
      described(
        Type.Object({ storeId: described(Key, 'The store.'), registerId: described(Key, 'The register.') }),
        'The register that paid the refund out. The posting of its Z-report has the refund.',
      ),
    ),
    transfers: Type.Optional(
      described(
        Type.Array(PaymentTransfer),
        'The cost of the goods. Only of payments that sell; absent in events from before it was published.',
      ),
    ),
  },
  'A payment transaction with what accounting needs to book it.',
)
export type PaymentRecordedData = Static<typeof PaymentRecordedData>
