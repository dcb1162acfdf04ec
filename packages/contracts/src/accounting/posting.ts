import { type Static, Type } from '@sinclair/typebox'
import { Amount, DateTime, described, Flag, Integer, LongInteger, Model, Nullable, Text, Word } from '../primitives.ts'

/** What a posting was built from (ledger.md#ledger-line-fields). */
export const postingSources = ['PosZReport', 'WebFulfillment'] as const
export type PostingSource = (typeof postingSources)[number]

/**
 * The states of a posting that the interface shows; a draft is never shown
 * (ledger.md#ledger-line-fields, postings.md#posting-lifecycle).
 */
export const postingStatuses = ['Posted', 'Exported', 'Reconciled', 'Rejected', 'Superseded'] as const
export type PostingStatus = (typeof postingStatuses)[number]

/** A voucher header. */
export const Posting = Model(
  'Posting',
  {
    id: described(Text, 'The id of the posting, a UUID given by the system.'),
    source: described(
      Word(postingSources),
      'What the posting was built from: `PosZReport`, the close of registers; `WebFulfillment`, the payments of all other orders of a store and day.',
    ),
    zReportId: described(Nullable(Text), 'The Z-report that it was built from. Null for `WebFulfillment`.'),
    zReportNumber: described(Nullable(LongInteger), 'The number of that Z-report in its store. Null for `WebFulfillment`.'),
    orderIds: Type.Array(Text, { description: 'The orders that contributed.' }),
    storeIds: described(Type.Array(Text), 'The store of the posting: always one.'),
    registerIds: described(Type.Array(Text), 'The registers of the Z-report; empty for `WebFulfillment`.'),
    accountingCompanyCode: described(
      Nullable(Text),
      'The company that the store belongs to in accounting. Null: the store has none.',
    ),
    postingDate: described(DateTime, 'The accounting day, at 00:00:00Z; not the moment of writing, which is `createdAt`.'),
    createdAt: described(DateTime, 'When the system wrote the posting.'),
    currencyCode: described(
      Text,
      'The currency of all its amounts. Other currencies of the same day have postings of their own.',
    ),
    status: described(
      Word(postingStatuses),
      'The state of the posting: `Posted`; `Exported`, taken over by the ERP; `Reconciled` or `Rejected` by it; `Superseded`, replaced by a later posting.',
    ),
    supersedesPostingId: described(Nullable(Text), 'The earlier posting that this one replaces. Null: it replaces none.'),
    externalReference: described(Nullable(Text), 'The voucher in the ERP. Null until the posting is exported.'),
    exportedAt: described(Nullable(DateTime), 'When the posting was exported to the ERP. Null until then.'),
    totalDebit: described(Amount, 'The sum of the debit of all lines.'),
    totalCredit: described(Amount, 'The sum of the credit of all lines.'),
    imbalance: described(Amount, '`totalDebit` minus `totalCredit`: 0.'),
    autoBalanced: described(
      Flag,
      'Whether a line on the suspense account was needed to balance the posting; `warnings` then names the difference.',
    ),
    lineCount: described(Integer, 'How many ledger lines it has.'),
    warnings: described(Type.Array(Text), 'Warnings from building the posting, in sentences.'),
    rejectionReason: described(Nullable(Text), 'Why the ERP rejected it. Null unless it did.'),
    postingHash: described(
      Text,
      'SHA-256 in hex over a canonical text of the posting and its lines: proves that they are unaltered.',
    ),
  },
  'A voucher: the head of a set of ledger lines whose debit equals their credit. It is never changed; a correction is another posting that supersedes it.',
)
export type Posting = Static<typeof Posting>
