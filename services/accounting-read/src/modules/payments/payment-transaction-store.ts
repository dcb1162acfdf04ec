import type { EventEnvelope } from '@oms/contracts/event'
import type { PaymentRecordedData } from '@oms/contracts/orders/events'
import type { Database } from '@oms/service-kit/database/database'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { Day } from '../calendar/domain/posting-date.ts'
import type { PostingDay } from '../postings/domain/posting-context.ts'
import { isBooked, type PaymentTransaction } from './domain/payment-transaction.ts'

const storeText = `
  with holding as (
    select sequence, store_id, currency_code, posting_date, is_booked
    from payment_transaction
    where order_id = $1 and payment_id = $2 and replaced_by_sequence is null
    for update
  ), replaced as (
    update payment_transaction old
    set replaced_by_sequence = $3, is_booked = false
    from holding
    where old.order_id = $1 and old.payment_id = $2 and old.sequence = holding.sequence and holding.sequence < $3
  )
  select holding.sequence, store_id as "storeId", currency_code as "currencyCode", posting_date as "postingDate", is_booked as "isBooked"
  from holding`

const insertText = `
  insert into payment_transaction (
    order_id, payment_id, sequence, replaced_by_sequence, is_booked, event_id, recorded_at, order_number, order_type, order_origin,
    store_id, currency_code, customer_number, transaction_type, status, method, amount, occurred_at, transaction_id,
    invoice_number, payment_terms_net, kid_number, credit_note_number, breakdown, provider_fee, unreadable_provider_fee,
    transfers, posting_date
  ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28)`

/**
 * Keeps what an event says about a payment. The event with the highest sequence holds, in whatever order they come; the others
 * stay as history, and so do those of a purged order with the same id (`closePayments`). The posting date stays as it is given, whatever becomes of time zones later: another one would lose a payment
 * or book it twice. Answers the days whose postings this changes: where the payment is booked now, and where it was before.
 */
export async function storePayment(
  tx: Transaction,
  event: EventEnvelope<PaymentRecordedData>,
  postingDate: Day,
): Promise<PostingDay[]> {
  const { orderId, payment, storeId, currency } = event.data
  const sequence = event.sequence ?? 0
  const [holding] = await tx.query<PostingDay & { sequence: number; isBooked: boolean }>({
    name: 'payment-replace',
    text: storeText,
    values: [orderId, payment.id, sequence],
  })
  const isNewest = holding === undefined || holding.sequence < sequence
  const counts = isNewest && isBooked(payment)
  await tx.query({
    name: 'payment-insert',
    text: insertText,
    values: [...insertValues(event, { replacedBy: isNewest ? null : holding.sequence, counts }), postingDate],
  })
  const days: PostingDay[] = []
  if (isNewest && holding?.isBooked) days.push(holding)
  if (counts) days.push({ storeId, currencyCode: currency, postingDate })
  return days
}

/**
 * Ends the payments of an order that was purged, as of the event that told it: what is booked stays booked, and an order that uses the id
 * again has payments of its own, whatever their ids (4-decisions L.2).
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
  state: { replacedBy: number | null; counts: boolean },
): unknown[] {
  const { data } = event
  const { payment, invoice } = data
  return [
    data.orderId,
    payment.id,
    event.sequence ?? 0,
    state.replacedBy,
    state.counts,
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
  ]
}

/** The day in whose posting a payment is booked, if it is; of an order with this id that was not purged. */
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
 * Hands the booked payments of a store, currency and day to `take`, one by one. They are those of one moment, and only a batch
 * of them is in memory at a time.
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
