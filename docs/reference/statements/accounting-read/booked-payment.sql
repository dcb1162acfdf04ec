-- booked-payment
-- Parameters: $1 text, $2 text, $3 date
-- Columns: orderId text, orderNumber text or null, paymentId text, storeId text, currencyCode text,
--   customerNumber text or null, transactionType text, status text, method text, amount numeric,
--   occurredAt timestamp with time zone, invoiceNumber text or null,
--   paymentTermsNet integer or null, kidNumber text or null, creditNoteNumber text or null,
--   breakdown json, providerFee numeric or null, unreadableProviderFee text or null,
--   transfers json, reducesReceivable boolean
select
  order_id as "orderId",
  order_number as "orderNumber",
  payment_id as "paymentId",
  store_id as "storeId",
  currency_code as "currencyCode",
  customer_number as "customerNumber",
  transaction_type as "transactionType",
  status, method, amount,
  occurred_at as "occurredAt",
  invoice_number as "invoiceNumber",
  payment_terms_net as "paymentTermsNet",
  kid_number as "kidNumber",
  credit_note_number as "creditNoteNumber",
  breakdown,
  provider_fee as "providerFee",
  unreadable_provider_fee as "unreadableProviderFee",
  transfers,
  reduces_receivable as "reducesReceivable"
from payment_transaction
where is_booked and store_id = $1 and currency_code = $2 and posting_date = $3
