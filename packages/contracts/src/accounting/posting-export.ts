import { type Static, Type } from '@sinclair/typebox'
import { DateTime, DateTimeUpTo, described, Text, Word } from '../primitives.ts'

/** The files that ERPs import (accounting-files.md#export). */
export const accountingFileFormats = ['sie4i', 'datev', 'saft', 'tripletex-csv'] as const
export type AccountingFileFormat = (typeof accountingFileFormats)[number]

const optional = Type.Optional

/** What a file for an ERP is asked for. */
export const PostingExportQuery = Type.Object({
  format: described(Word(accountingFileFormats), 'The format of the file.'),
  accountingCompanyCode: Type.String({
    minLength: 1,
    description: 'The company; its chart of accounts says what the file says of it.',
  }),
  postingDateFrom: described(DateTime, 'The first accounting day.'),
  postingDateTo: described(DateTimeUpTo, 'The last accounting day, which is included.'),
  storeId: described(optional(Text), 'Only postings of this store.'),
  currencyCode: described(
    optional(Text),
    'The currency of the company: leaves postings in other currencies out, for which the file is refused without it.',
  ),
})
export type PostingExportQuery = Static<typeof PostingExportQuery>
