import { type Static, Type } from '@sinclair/typebox'
import { Amount, DateTime, Integer, Model, Nullable, Text, Word } from '../primitives.ts'

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
export const LedgerLine = Model('LedgerLine', {
  id: Text,
  postingId: Text,
  lineSequence: Integer,
  postingDate: Nullable(DateTime),
  registerId: Nullable(Text),
  storeId: Nullable(Text),
  accountingCompanyCode: Nullable(Text),
  accountNumber: Text,
  accountName: Text,
  category: Word(ledgerLineCategories),
  debit: Amount,
  credit: Amount,
  currencyCode: Text,
  vatCode: Nullable(Text),
  vatRate: Nullable(Amount),
  vatAmount: Nullable(Amount),
  taxGroupCode: Nullable(Text),
  description: Nullable(Text),
  customerNumber: Nullable(Text),
  invoiceNumber: Nullable(Text),
  creditNoteNumber: Nullable(Text),
  invoiceDate: Nullable(DateTime),
  dueDate: Nullable(DateTime),
  kidNumber: Nullable(Text),
  /** Keys are data: they keep their letter case. */
  dimensions: Type.Record(Type.String(), Type.String()),
})
export type LedgerLine = Static<typeof LedgerLine>
