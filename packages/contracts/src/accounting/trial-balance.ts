import { type Static, Type } from '@sinclair/typebox'
import { DateTime, DateTimeUpTo, Model, Nullable, Text } from '../primitives.ts'

/** Sums over many postings exceed what one amount may be (4-decisions D.1). */
const Sum = Type.Number({ description: 'At most 4 decimals.' })

/** The sums of an account, for each VAT code and currency apart. `balance` is debit minus credit. */
export const TrialBalanceRow = Model('TrialBalanceRow', {
  accountNumber: Text,
  accountName: Text,
  vatCode: Nullable(Text),
  currencyCode: Text,
  debit: Sum,
  credit: Sum,
  balance: Sum,
})
export type TrialBalanceRow = Static<typeof TrialBalanceRow>

/** The trial balance (4-decisions O.8). The totals add the figures of all currencies; each currency balances by itself. */
export const TrialBalance = Model('TrialBalance', {
  rows: Type.Array(TrialBalanceRow),
  totalDebit: Sum,
  totalCredit: Sum,
  asOf: DateTime,
})
export type TrialBalance = Static<typeof TrialBalance>

export const TrialBalanceQuery = Type.Object({
  from: Type.Optional(DateTime),
  to: Type.Optional(DateTimeUpTo),
  storeId: Type.Optional(Text),
  accountingCompanyCode: Type.Optional(Text),
  asOf: Type.Optional(
    Type.String({ format: 'date-time', description: 'Shows the books as they were known then. Now unless told.' }),
  ),
})
export type TrialBalanceQuery = Static<typeof TrialBalanceQuery>
