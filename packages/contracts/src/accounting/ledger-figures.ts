import { type Static, Type } from '@sinclair/typebox'
import { DateTime, DateTimeUpTo, described, Model, Text } from '../primitives.ts'

/** Sums over many postings exceed what one amount may be (money.md#amounts). */
const Sum = Type.Number({ description: 'At most 4 decimals.' })

const CurrencyFigures = Model(
  'CurrencyFigures',
  {
    currencyCode: described(Text, 'The currency of the sums.'),
    turnover: described(Sum, 'What was sold without VAT, shipping included, less discounts and what came back.'),
    vat: described(Sum, 'The output VAT of it.'),
    paid: described(Sum, 'What customers paid, by any method.'),
    refunded: described(Sum, 'What was paid back to them.'),
  },
  'What the ledger has of a period in a currency.',
)

const PaymentFigures = Model(
  'PaymentFigures',
  {
    accountNumber: described(Text, 'The account of the payment method, of invoices or of gift cards.'),
    accountName: described(Text, 'The name of the account.'),
    currencyCode: described(Text, 'The currency of the sums.'),
    paid: described(Sum, 'What customers paid by it.'),
    refunded: described(Sum, 'What was paid back by it.'),
  },
  'What was paid and refunded by a payment method in a currency.',
)

/** What was sold, paid and refunded in a period (ledger.md#ledger-figures). */
export const LedgerFigures = Model(
  'LedgerFigures',
  {
    currencies: described(Type.Array(CurrencyFigures), 'By currency code.'),
    paymentMethods: described(Type.Array(PaymentFigures), 'By currency code, the largest amount paid first.'),
  },
  'What was sold, paid and refunded in a period. Amounts in different currencies are never added.',
)
export type LedgerFigures = Static<typeof LedgerFigures>

export const LedgerFiguresQuery = Type.Object({
  from: described(DateTime, 'The first posting date that counts.'),
  to: described(DateTimeUpTo, 'The last posting date that counts, that day included.'),
  storeId: described(Type.Optional(Text), 'Only postings of this store.'),
})
export type LedgerFiguresQuery = Static<typeof LedgerFiguresQuery>
