import { type Static, Type } from '@sinclair/typebox'
import { DateTime, DateTimeUpTo, Model, Nullable, Text } from '../primitives.ts'

/** Sums over many postings exceed what one amount may be (money.md#amounts). */
const Sum = Type.Number({ description: 'At most 4 decimals.' })

/**
 * The sums of an account, for each VAT code and currency apart. `balance` is debit minus credit.
 */
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

/** The sums of all accounts in one currency. */
export const TrialBalanceTotal = Model('TrialBalanceTotal', { currencyCode: Text, debit: Sum, credit: Sum })
export type TrialBalanceTotal = Static<typeof TrialBalanceTotal>

const singleTotal = 'The total when all rows are in one currency, 0 without rows; null with several currencies: see `totals`.'

/**
 * The trial balance (ledger.md#trial-balance). Amounts in different currencies are never added:
 * `totals` has one entry per currency.
 */
export const TrialBalance = Model('TrialBalance', {
  rows: Type.Array(TrialBalanceRow),
  totals: Type.Array(TrialBalanceTotal),
  totalDebit: Type.Unsafe<number | null>({ ...Nullable(Sum), description: singleTotal }),
  totalCredit: Type.Unsafe<number | null>({ ...Nullable(Sum), description: singleTotal }),
  asOf: DateTime,
})
export type TrialBalance = Static<typeof TrialBalance>

export const TrialBalanceQuery = Type.Object({
  from: Type.Optional(DateTime),
  to: Type.Optional(DateTimeUpTo),
  storeId: Type.Optional(Text),
  accountingCompanyCode: Type.Optional(Text),
  asOf: Type.Optional(
    Type.String({ format: 'date-time', description: 'Shows the ledger as it was known at this time. Now by default.' }),
  ),
})
export type TrialBalanceQuery = Static<typeof TrialBalanceQuery>
