import type { PaymentStatus, TransactionType } from '@open-oms/contracts/orders/payment'
import type { Database } from '@open-oms/service-kit/database/database'
import { readInBatches } from '@open-oms/service-kit/database/read-in-batches'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { usePrisma } from '../../database/use-prisma.ts'
import { toDay } from '../calendar/domain/posting-date.ts'
import type { PostingDay } from '../postings/domain/posting-context.ts'
import type { StoredPayment } from './domain/payment-revision.ts'
import type { PaymentTransaction } from './domain/payment-transaction.ts'

const dayRow = { storeId: Sql.text, currencyCode: Sql.text, postingDate: Sql.date }

const replaceOlder = statement({
  name: 'payment-replace',
  text: `
  with
  -- the payment as it counts now, locked
  newest as (
    select sequence, store_id, currency_code, posting_date, is_booked
    from payment_transaction
    where order_id = $1 and payment_id = $2 and replaced_by_sequence is null
    for update
  ),
  -- the same, unless it is newer than the one that replaces it
  replaced as (
    update payment_transaction old
    set replaced_by_sequence = $3, is_booked = false
    from newest
    where old.order_id = $1 and old.payment_id = $2 and old.sequence = newest.sequence and newest.sequence < $3
  )
  select newest.sequence, store_id as "storeId", currency_code as "currencyCode", posting_date as "postingDate", is_booked as "isBooked"
  from newest`,
  parameters: [Sql.text, Sql.text, Sql.bigint],
  row: { sequence: Sql.bigint, ...dayRow, isBooked: Sql.boolean },
})

/**
 * Marks the stored state of a payment as replaced when the given sequence is newer, and returns
 * that state; undefined for a new payment. The row is locked until the transaction ends.
 */
export async function replaceOlderPayment(
  tx: Transaction,
  { orderId, paymentId, sequence }: { orderId: string; paymentId: string; sequence: number },
): Promise<StoredPayment | undefined> {
  const [stored] = await replaceOlder.on(tx, orderId, paymentId, sequence)
  return stored
}

/**
 * Ends the payments of an order that was purged, as of that event: what is booked stays booked, and
 * an order that uses the id again has payments of its own, even with the same ids
 * (postings.md#booked-payments).
 */
export async function closePayments(tx: Transaction, orderId: string, sequence: number): Promise<void> {
  const older = { orderId, replacedBySequence: null, sequence: { lt: sequence } }
  await usePrisma(tx, (prisma) => prisma.paymentTransaction.updateMany({ where: older, data: { replacedBySequence: sequence } }))
}

/** The day in whose posting a payment is booked; undefined for others and for a purged order. */
export async function findBookedDay(
  database: Pick<Database, 'execute'>,
  orderId: string,
  paymentId: string,
): Promise<PostingDay | undefined> {
  const booked = { orderId, paymentId, isBooked: true, replacedBySequence: null }
  const row = await usePrisma(database, (prisma) =>
    prisma.paymentTransaction.findFirst({
      where: booked,
      select: { storeId: true, currencyCode: true, postingDate: true },
    }),
  )
  return row === null ? undefined : { ...row, postingDate: toDay(row.postingDate) }
}

const BATCH_SIZE = 2_000

const bookedRow = {
  orderId: Sql.text,
  orderNumber: Sql.nullable(Sql.text),
  paymentId: Sql.text,
  storeId: Sql.text,
  currencyCode: Sql.text,
  customerNumber: Sql.nullable(Sql.text),
  transactionType: Sql.oneOf<TransactionType>(),
  status: Sql.oneOf<PaymentStatus>(),
  method: Sql.text,
  amount: Sql.numeric,
  occurredAt: Sql.timestamptz,
  invoiceNumber: Sql.nullable(Sql.text),
  paymentTermsNet: Sql.nullable(Sql.integer),
  kidNumber: Sql.nullable(Sql.text),
  creditNoteNumber: Sql.nullable(Sql.text),
  breakdown: Sql.json,
  providerFee: Sql.nullable(Sql.numeric),
  unreadableProviderFee: Sql.nullable(Sql.text),
  transfers: Sql.json,
  reducesReceivable: Sql.boolean,
}

const NO_TRANSFERS = '[]'
const none: PaymentTransaction['transfers'] = []
const parseTransfers = ({ transfers }: RowOf<typeof bookedRow>): PaymentTransaction['transfers'] =>
  transfers === NO_TRANSFERS ? none : JSON.parse(transfers)

const findBooked = statement({
  name: 'booked-payment',
  text: `select order_id as "orderId", order_number as "orderNumber", payment_id as "paymentId", store_id as "storeId",
      currency_code as "currencyCode", customer_number as "customerNumber", transaction_type as "transactionType", status, method,
      amount, occurred_at as "occurredAt", invoice_number as "invoiceNumber", payment_terms_net as "paymentTermsNet",
      kid_number as "kidNumber", credit_note_number as "creditNoteNumber", breakdown,
      provider_fee as "providerFee", unreadable_provider_fee as "unreadableProviderFee", transfers,
      reduces_receivable as "reducesReceivable"
    from payment_transaction
    where is_booked and store_id = $1 and currency_code = $2 and posting_date = $3`,
  parameters: [Sql.text, Sql.text, Sql.date],
  row: bookedRow,
})

/**
 * Passes the booked payments of a store, currency and day to `take`, one by one, as of one moment.
 * Only a batch of them is in memory at a time.
 */
export async function readBookedPayments(
  tx: Transaction,
  { storeId, currencyCode, postingDate }: PostingDay,
  take: (transaction: PaymentTransaction) => void,
): Promise<void> {
  const values = [storeId, currencyCode, postingDate] as const
  for await (const rows of readInBatches(tx, findBooked, { values, size: BATCH_SIZE })) {
    for (const row of rows) take({ ...row, breakdown: JSON.parse(row.breakdown), transfers: parseTransfers(row) })
  }
}
