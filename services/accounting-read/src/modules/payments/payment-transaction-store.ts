import type { EventEnvelope } from '@oms/contracts/event'
import type { PaymentRecordedData } from '@oms/contracts/orders/events'
import type { Database } from '@oms/service-kit/database/database'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { Day } from '../calendar/domain/posting-date.ts'
import type { PostingDay } from '../postings/domain/posting-context.ts'
import type { PaymentRevision, StoredPayment } from './domain/payment-revision.ts'
import type { PaymentTransaction } from './domain/payment-transaction.ts'

const replaceText = `
  with newest as (
    select sequence, store_id, currency_code, posting_date, is_booked
    from payment_transaction
    where order_id = $1 and payment_id = $2 and replaced_by_sequence is null
    for update
  ), replaced as (
    update payment_transaction old
    set replaced_by_sequence = $3, is_booked = false
    from newest
    where old.order_id = $1 and old.payment_id = $2 and old.sequence = newest.sequence and newest.sequence < $3
  )
  select newest.sequence, store_id as "storeId", currency_code as "currencyCode", posting_date as "postingDate", is_booked as "isBooked"
  from newest`

const insertText = `
  insert into payment_transaction (
    order_id, payment_id, sequence, replaced_by_sequence, is_booked, event_id, recorded_at, order_number, order_type, order_origin,
    store_id, currency_code, customer_number, transaction_type, status, method, amount, occurred_at, transaction_id,
    invoice_number, payment_terms_net, kid_number, credit_note_number, breakdown, provider_fee, unreadable_provider_fee,
    transfers, posting_date
  ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28)`

/**
 * Marks the stored state of a payment as replaced when the given sequence is newer, and returns
 * that state; undefined for a new payment. The row is locked until the transaction ends.
 */
export async function replaceOlderPayment(
  tx: Transaction,
  { orderId, paymentId, sequence }: { orderId: string; paymentId: string; sequence: number },
): Promise<StoredPayment | undefined> {
  const [stored] = await tx.query<StoredPayment>({
    name: 'payment-replace',
    text: replaceText,
    values: [orderId, paymentId, sequence],
  })
  return stored
}

/** Stores what an event says about a payment. Older states stay as history. */
export async function insertPayment(
  tx: Transaction,
  event: EventEnvelope<PaymentRecordedData>,
  state: Pick<PaymentRevision, 'replacedBy' | 'isBooked'> & { postingDate: Day },
): Promise<void> {
  await tx.query({ name: 'payment-insert', text: insertText, values: insertValues(event, state) })
}

/**
 * Ends the payments of an order that was purged, as of that event: what is booked stays booked, and
 * an order that uses the id again has payments of its own, even with the same ids (postings.md#booked-payments).
 */
export async function closePayments(tx: Transaction, orderId: string, sequence: number): Promise<void> {
  await tx.query({
    name: 'payment-close',
    text: `update payment_transaction set replaced_by_sequence = $2
      where order_id = $1 and replaced_by_sequence is null and sequence < $2`,
    values: [orderId, sequence],
  })
}

function insertValues(
  event: EventEnvelope<PaymentRecordedData>,
  state: Pick<PaymentRevision, 'replacedBy' | 'isBooked'> & { postingDate: Day },
): unknown[] {
  const { data } = event
  const { payment, invoice } = data
  return [
    data.orderId,
    payment.id,
    event.sequence ?? 0,
    state.replacedBy,
    state.isBooked,
    event.id,
    event.time,
    data.orderNumber,
    data.orderType,
    data.orderOrigin,
    data.storeId,
    data.currency,
    data.customerNumber,
    payment.transactionType,
    payment.status,
    payment.method,
    payment.amount,
    payment.paidDate,
    payment.transactionId,
    payment.invoiceId,
    invoice.paymentTermsNet,
    invoice.kidNumber,
    invoice.creditNoteNumber,
    JSON.stringify(data.breakdown),
    payment.providerFee ?? null,
    payment.unreadableProviderFee ?? null,
    JSON.stringify(data.transfers ?? []),
    state.postingDate,
  ]
}

/** The day in whose posting a payment is booked; undefined for others and for a purged order. */
export async function findBookedDay(
  database: Pick<Database, 'query'>,
  orderId: string,
  paymentId: string,
): Promise<PostingDay | undefined> {
  const [day] = await database.query<PostingDay>({
    name: 'payment-booked-day',
    text: `select store_id as "storeId", currency_code as "currencyCode", posting_date as "postingDate" from payment_transaction
      where order_id = $1 and payment_id = $2 and is_booked and replaced_by_sequence is null`,
    values: [orderId, paymentId],
  })
  return day
}

const BATCH_SIZE = 2_000

const NO_TRANSFERS = '[]'
const none: PaymentTransaction['transfers'] = []
const transfersOf = ({ transfers }: Row): PaymentTransaction['transfers'] =>
  transfers === NO_TRANSFERS ? none : JSON.parse(transfers)

type Row = Omit<PaymentTransaction, 'breakdown' | 'transfers'> & { breakdown: string; transfers: string }

/**
 * Passes the booked payments of a store, currency and day to `take`, one by one, as of one moment.
 * Only a batch of them is in memory at a time.
 */
export async function readBookedPayments(
  tx: Transaction,
  day: PostingDay,
  take: (transaction: PaymentTransaction) => void,
): Promise<void> {
  await tx.query({
    text: `declare booked_payment no scroll cursor for
      select order_id as "orderId", order_number as "orderNumber", payment_id as "paymentId", store_id as "storeId",
        currency_code as "currencyCode", customer_number as "customerNumber", transaction_type as "transactionType", status, method,
        amount, occurred_at as "occurredAt", invoice_number as "invoiceNumber", payment_terms_net as "paymentTermsNet",
        kid_number as "kidNumber", credit_note_number as "creditNoteNumber", breakdown,
        provider_fee as "providerFee", unreadable_provider_fee as "unreadableProviderFee", transfers
      from payment_transaction
      where is_booked and store_id = $1 and currency_code = $2 and posting_date = $3`,
    values: [day.storeId, day.currencyCode, day.postingDate],
  })
  for (;;) {
    const rows = await tx.query<Row>({ text: `fetch ${BATCH_SIZE} from booked_payment` })
    for (const row of rows) take({ ...row, breakdown: JSON.parse(row.breakdown), transfers: transfersOf(row) })
    if (rows.length < BATCH_SIZE) break
  }
  await tx.query({ text: 'close booked_payment' })
}
