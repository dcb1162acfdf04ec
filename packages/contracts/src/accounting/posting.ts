import { type Static, Type } from '@sinclair/typebox'
import { Amount, DateTime, Flag, Integer, LongInteger, Model, Nullable, Text, Word } from '../primitives.ts'

/** What a posting was built from (ledger.md#ledger-line-fields). */
export const postingSources = ['PosZReport', 'WebFulfillment'] as const
export type PostingSource = (typeof postingSources)[number]

/** The states of a posting that the interface shows; a draft is never shown (ledger.md#ledger-line-fields, postings.md#posting-lifecycle). */
export const postingStatuses = ['Posted', 'Exported', 'Reconciled', 'Rejected', 'Superseded'] as const
export type PostingStatus = (typeof postingStatuses)[number]

/** A voucher header. */
export const Posting = Model('Posting', {
  id: Text,
  source: Word(postingSources),
  zReportId: Nullable(Text),
  zReportNumber: Nullable(LongInteger),
  orderIds: Type.Array(Text, { description: 'The orders that contributed.' }),
  storeIds: Type.Array(Text),
  registerIds: Type.Array(Text),
  accountingCompanyCode: Nullable(Text),
  /** The accounting day, at 00:00:00Z. */
  postingDate: DateTime,
  createdAt: DateTime,
  currencyCode: Text,
  status: Word(postingStatuses),
  supersedesPostingId: Nullable(Text),
  externalReference: Nullable(Text),
  exportedAt: Nullable(DateTime),
  totalDebit: Amount,
  totalCredit: Amount,
  imbalance: Amount,
  autoBalanced: Flag,
  lineCount: Integer,
  warnings: Type.Array(Text),
  rejectionReason: Nullable(Text),
  postingHash: Text,
})
export type Posting = Static<typeof Posting>
