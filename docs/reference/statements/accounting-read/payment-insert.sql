-- payment-insert
-- Parameters: $1 text, $2 text, $3 bigint, $4 bigint or null, $5 boolean, $6 text,
--   $7 timestamp with time zone, $8 text or null, $9 text, $10 text or null, $11 text, $12 text,
--   $13 text or null, $14 text, $15 text, $16 text, $17 numeric, $18 timestamp with time zone,
--   $19 text or null, $20 text or null, $21 integer or null, $22 text or null, $23 text or null,
--   $24 json, $25 numeric or null, $26 text or null, $27 json, $28 date, $29 boolean
insert into
  payment_transaction (
    order_id, payment_id, sequence, replaced_by_sequence, is_booked, event_id, recorded_at,
    order_number, order_type, order_origin, store_id, currency_code, customer_number,
    transaction_type, status, method, amount, occurred_at, transaction_id, invoice_number,
    payment_terms_net, kid_number, credit_note_number, breakdown, provider_fee,
    unreadable_provider_fee, transfers, posting_date, reduces_receivable
  )
values
  (
    $1,
    $2,
    $3,
    $4,
    $5,
    $6,
    $7,
    $8,
    $9,
    $10,
    $11,
    $12,
    $13,
    $14,
    $15,
    $16,
    $17,
    $18,
    $19,
    $20,
    $21,
    $22,
    $23,
    $24,
    $25,
    $26,
    $27,
    $28,
    $29
  )
