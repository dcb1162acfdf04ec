import type { EventEnvelope } from '@oms/contracts/event'
import type { PaymentRecordedData } from '@oms/contracts/orders/events'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { isBooked, type PaymentTransaction } from '../domain/payment-transaction.ts'

/** Where a payment is booked: the posting of this store and currency on the local day of the instant. */
export type PaymentPlace = { storeId: string; currencyCode: string; occurredAt: Date }

const storeText = `
  with holding as (
    select sequence, store_id, currency_code, occurred_at, is_booked
    from payment_transaction
    where order_id = $1 and payment_id = $2 and replaced_by_sequence is null
    for update
  ), replaced as (
    update payment_transaction old
    set replaced_by_sequence = $3, is_booked = false
    from holding
    where old.order_id = $1 and old.payment_id = $2 and old.sequence = holding.sequence and holding.sequence < $3
  )
  select holding.sequence, store_id as "storeId", currency_code as "currencyCode", occurred_at as "occurredAt", is_booked as "isBooked"
  from holding`

const insertText = `
  insert into payment_transaction (
    order_id, payment_id, sequence, replaced_by_sequence, is_booked, event_id, recorded_at, order_number, order_type, order_origin,
    store_id, currency_code, customer_number, transaction_type, status, method, amount, occurred_at, transaction_id,
    invoice_number, payment_terms_net, kid_number, credit_note_number, breakdown
  ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)`

/**
 * Keeps what an event says about a payment. The event with the highest sequence holds, in whatever order they come; the others
 * stay as history. Answers the places whose postings this changes: where the payment is booked now, and where it was before.
 */
export async function storePayment(tx: Transaction, event: EventEnvelope<PaymentRecordedData>): Promise<PaymentPlace[]> {
  const { orderId, payment, storeId, currency } = event.data
  const sequence = event.sequence ?? 0
  const [holding] = await tx.query<PaymentPlace & { sequence: number; isBooked: boolean }>({
    name: 'payment-replace',
    text: storeText,
    values: [orderId, payment.id, sequence],
  })
  const isNewest = holding === undefined || holding.sequence < sequence
  const counts = isNewest && isBooked(payment)
  await tx.query({
    name: 'payment-insert',
    text: insertText,
    values: insertValues(event, { replacedBy: isNewest ? null : holding.sequence, counts }),
  })
  const places: PaymentPlace[] = []
  if (isNewest && holding?.isBooked) places.push(holding)
  if (counts) places.push({ storeId, currencyCode: currency, occurredAt: new Date(payment.paidDate) })
  return places
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
  ]
}

export type BookedRange = { storeId: string; currencyCode: string; from: Date; until: Date }

const BATCH_SIZE = 2_000

type Row = Omit<PaymentTransaction, 'breakdown'> & { breakdown: string }

/**
 * Hands the booked payments of a store and currency between two instants (the second excluded) to `take`, one by one. They
 * are those of one moment, and only a batch of them is in memory at a time.
 */
export async function readBookedPayments(
  tx: Transaction,
  range: BookedRange,
  take: (transaction: PaymentTransaction) => void,
): Promise<void> {
  await tx.query({
    text: `declare booked_payment no scroll cursor for
      select order_id as "orderId", order_number as "orderNumber", payment_id as "paymentId", store_id as "storeId",
        currency_code as "currencyCode", customer_number as "customerNumber", transaction_type as "transactionType", status, method,
        amount, occurred_at as "occurredAt", invoice_number as "invoiceNumber", payment_terms_net as "paymentTermsNet",
        kid_number as "kidNumber", credit_note_number as "creditNoteNumber", breakdown
      from payment_transaction
      where is_booked and store_id = $1 and currency_code = $2 and occurred_at >= $3 and occurred_at < $4`,
    values: [range.storeId, range.currencyCode, range.from, range.until],
  })
  for (;;) {
    const rows = await tx.query<Row>({ text: `fetch ${BATCH_SIZE} from booked_payment` })
    for (const row of rows) take({ ...row, breakdown: JSON.parse(row.breakdown) })
    if (rows.length < BATCH_SIZE) break
  }
  await tx.query({ text: 'close booked_payment' })
}
