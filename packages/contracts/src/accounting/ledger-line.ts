import { type Static, Type } from '@sinclair/typebox'
import { Amount, DateTime, described, Integer, Model, Nullable, Text, Word } from '../primitives.ts'

/** The kinds of ledger line that the interface shows (ledger.md#ledger-categories). */
export const ledgerLineCategories = [
  'Sales',
  'OutputVat',
  'PaymentMethod',
  'Shipping',
  'Discount',
  'Rounding',
  'RefundPaymentMethod',
  'InternalTransferOut',
  'InternalTransferIn',
  'Receivable',
  'GiftCardLiability',
  'PaymentProviderFee',
  'Other',
  'CashFloat',
  'CashInTransit',
  'OverShort',
  'Tip',
  'DepositLiability',
] as const
export type LedgerLineCategory = (typeof ledgerLineCategories)[number]

/** One line of a posting: either debit or credit is above zero, never both. */
export const LedgerLine = Model(
  'LedgerLine',
  {
    id: described(Text, 'The id of the posting and `lineSequence`, joined by a hyphen.'),
    postingId: described(Text, 'The posting that the line belongs to.'),
    lineSequence: described(Integer, 'The number of the line in its posting, from 1; it never changes.'),
    postingDate: described(Nullable(DateTime), 'The accounting day of the posting, at 00:00:00Z.'),
    registerId: described(Nullable(Text), 'The register that produced the line. Null: no register did.'),
    storeId: described(
      Nullable(Text),
      'The store that the line is booked to. Lines of internal transfers carry the dimension code here.',
    ),
    accountingCompanyCode: described(Nullable(Text), 'The company that the line is booked in. Null: the store has none.'),
    accountNumber: described(Text, 'The account of the chart of accounts that the line is booked on.'),
    accountName: described(Text, 'The name of that account.'),
    category: described(
      Word(ledgerLineCategories),
      'What kind of amount it is, such as `Sales`, `OutputVat` or `PaymentMethod`.',
    ),
    debit: described(Amount, 'The amount on the debit side; 0 when the line is a credit.'),
    credit: described(Amount, 'The amount on the credit side; 0 when the line is a debit.'),
    currencyCode: described(Text, 'The currency of the amounts.'),
    vatCode: described(
      Nullable(Text),
      'The VAT code of the ERP: `externalCode` of the tax group, else the VAT code of the account. Null: neither has one.',
    ),
    vatRate: described(
      Nullable(Amount),
      'The VAT rate in percent: that of the goods, else that of the account. Null: neither has one, or the tax group is outside the scope of VAT.',
    ),
    vatAmount: described(
      Nullable(Amount),
      'The VAT that belongs to the line. Null: the line has no rate of its own, or its tax group is outside the scope of VAT.',
    ),
    taxGroupCode: described(Nullable(Text), 'The tax group of the goods. Null: the line has none.'),
    description: described(Nullable(Text), 'What the line is about, in words.'),
    customerNumber: described(Nullable(Text), 'The customer number of the order; on receivables of invoices.'),
    invoiceNumber: described(Nullable(Text), '`invoiceId` of the payment; on receivables of invoices.'),
    creditNoteNumber: described(
      Nullable(Text),
      'Property `CreditNoteNumber` of the return form; on receivables that are credited.',
    ),
    invoiceDate: described(Nullable(DateTime), 'The local day of the invoice.'),
    dueDate: described(Nullable(DateTime), '`invoiceDate` plus the payment terms in days. Null without terms.'),
    kidNumber: described(Nullable(Text), 'The payment reference (KID): property `KidNumber` of the payment, else of the order.'),
    dimensions: described(
      Type.Record(Type.String(), Type.String()),
      'Further accounting dimensions of the line, by name. Names keep their letter case.',
    ),
  },
  'One line of a posting: either debit or credit is above zero, never both.',
)
export type LedgerLine = Static<typeof LedgerLine>
