import { addTransaction, noPaymentEntries } from '../modules/payments/domain/payment-entries.ts'
import type { PaymentTransaction } from '../modules/payments/domain/payment-transaction.ts'
import {
  toEntryContext,
  type WebFulfillmentContext,
  webFulfillmentPosting,
} from '../modules/payments/domain/web-fulfillment-posting.ts'
import type { BuiltPosting } from '../modules/postings/domain/posting-context.ts'

/** The posting of a day from its payments, in any order, without corrections. */
export function builtPosting(transactions: Iterable<PaymentTransaction>, context: WebFulfillmentContext): BuiltPosting {
  const sums = noPaymentEntries()
  for (const transaction of transactions) addTransaction(sums, transaction, toEntryContext(context))
  return webFulfillmentPosting(sums, context)
}
