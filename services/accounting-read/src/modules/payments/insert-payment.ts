import type { EventEnvelope } from '@open-oms/contracts/event'
import type { PaymentRecordedData } from '@open-oms/contracts/orders/payment-event-data'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { Day } from '../calendar/domain/posting-date.ts'
import type { PaymentRevision } from './domain/payment-revision.ts'

const insertStatement = statement({
  name: 'payment-insert',
  text: `
    insert into payment_transaction (
      order_id, payment_id, sequence, replaced_by_sequence, is_booked, event_id, recorded_at, order_number, order_type, order_origin,
      store_id, currency_code, customer_number, transaction_type, status, method, amount, occurred_at, transaction_id,
      invoice_number, payment_terms_net, kid_number, credit_note_number, breakdown, provider_fee, unreadable_provider_fee,
      transfers, posting_date, reduces_receivable
    ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29)`,
  parameters: [
    Sql.text,
    Sql.text,
    Sql.bigint,
    Sql.nullable(Sql.bigint),
    Sql.boolean,
    Sql.text,
    Sql.timestamptzText,
    Sql.nullable(Sql.text),
    Sql.text,
    Sql.nullable(Sql.text),
    Sql.text,
    Sql.text,
    Sql.nullable(Sql.text),
    Sql.text,
    Sql.text,
    Sql.text,
    Sql.numeric,
    Sql.timestamptzText,
    Sql.nullable(Sql.text),
    Sql.nullable(Sql.text),
    Sql.nullable(Sql.integer),
    Sql.nullable(Sql.text),
    Sql.nullable(Sql.text),
    Sql.json,
    Sql.nullable(Sql.numeric),
    Sql.nullable(Sql.text),
    Sql.json,
    Sql.date,
    Sql.boolean,
  ],
  row: {},
})

/** Stores what an event says about a payment. Older states stay as history. */
export async function insertPayment(
  tx: Transaction,
  event: EventEnvelope<PaymentRecordedData>,
  state: Pick<PaymentRevision, 'replacedBy' | 'isBooked'> & { postingDate: Day },
): Promise<void> {
  const { data } = event
  const { payment, invoice } = data
  await insertStatement.on(
    tx,
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
    String(payment.amount),
    payment.paidDate,
    payment.transactionId,
    payment.invoiceId,
    invoice.paymentTermsNet,
    invoice.kidNumber,
    invoice.creditNoteNumber,
    JSON.stringify(data.breakdown),
    payment.providerFee?.toString() ?? null,
    payment.unreadableProviderFee ?? null,
    JSON.stringify(data.transfers ?? []),
    state.postingDate,
    data.reducesReceivable ?? false,
  )
}
