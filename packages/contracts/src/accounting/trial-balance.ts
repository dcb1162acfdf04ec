import { type Static, Type } from '@sinclair/typebox'
import { DateTime, DateTimeUpTo, described, Model, Nullable, Text } from '../primitives.ts'

/** Sums over many postings exceed what one amount may be (money.md#amounts). */
const Sum = Type.Number({ description: 'At most 4 decimals.' })

/**
 * The sums of an account, for each VAT code and currency apart. `balance` is debit minus credit.
 */
export const TrialBalanceRow = Model(
  'TrialBalanceRow',
  {
    accountNumber: described(Text, 'The account.'),
    accountName: described(Text, 'The name of the account.'),
    vatCode: described(Nullable(Text), 'The VAT code of the lines that are summed. Null: those without one.'),
    currencyCode: described(Text, 'The currency of the sums.'),
    debit: described(Sum, 'The sum of the debit.'),
    credit: described(Sum, 'The sum of the credit.'),
    balance: described(Sum, '`debit` minus `credit`.'),
  },
  'The sums of one account, for each VAT code and currency apart.',
)
export type TrialBalanceRow = Static<typeof TrialBalanceRow>

/** The sums of all accounts in one currency. */
export const TrialBalanceTotal = Model(
  'TrialBalanceTotal',
  {
    currencyCode: described(Text, 'The currency of the sums.'),
    debit: described(Sum, 'The sum of the debit.'),
    credit: described(Sum, 'The sum of the credit.'),
  },
  'The sums of all accounts in one currency. Debit equals credit.',
)
export type TrialBalanceTotal = Static<typeof TrialBalanceTotal>

const singleTotal = 'The total when all rows are in one currency, 0 without rows; null with several currencies: see `totals`.'

/**
 * The trial balance (ledger.md#trial-balance). Amounts in different currencies are never added:
 * `totals` has one entry per currency.
 */
export const TrialBalance = Model(
  'TrialBalance',
  {
    rows: described(Type.Array(TrialBalanceRow), 'One row for each account, VAT code and currency.'),
    totals: described(Type.Array(TrialBalanceTotal), 'The sums of all rows, one entry for each currency.'),
    totalDebit: Type.Unsafe<number | null>({ ...Nullable(Sum), description: singleTotal }),
    totalCredit: Type.Unsafe<number | null>({ ...Nullable(Sum), description: singleTotal }),
    asOf: described(DateTime, 'The instant whose knowledge the sums show: the requested one, else that of the request.'),
  },
  'The sums of the ledger by account. Amounts in different currencies are never added.',
)
export type TrialBalance = Static<typeof TrialBalance>

export const TrialBalanceQuery = Type.Object({
  from: described(Type.Optional(DateTime), 'The first posting date that counts. Without it: from the beginning.'),
  to: described(Type.Optional(DateTimeUpTo), 'The last posting date that counts, that day included. Without it: to the end.'),
  storeId: described(Type.Optional(Text), 'Only postings of this store, so that debit and credit stay equal.'),
  accountingCompanyCode: described(Type.Optional(Text), 'Only postings of this company.'),
  asOf: Type.Optional(
    Type.String({ format: 'date-time', description: 'Shows the ledger as it was known at this time. Now by default.' }),
  ),
})
export type TrialBalanceQuery = Static<typeof TrialBalanceQuery>
