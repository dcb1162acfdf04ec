-- posting-insert
-- Parameters: $1 uuid, $2 text, $3 text or null, $4 bigint or null, $5 text, $6 text[], $7 text[],
--   $8 text or null, $9 date, $10 text, $11 timestamp with time zone, $12 uuid or null,
--   $13 numeric, $14 numeric, $15 boolean, $16 integer, $17 text[], $18 text, $19 bigint, $20 text,
--   $21 text
insert into
  posting (
    id, source, z_report_id, z_report_number, store_id, register_ids, order_ids,
    accounting_company_code, posting_date, currency_code, created_at, status, supersedes_posting_id,
    total_debit, total_credit, imbalance, auto_balanced, line_count, warnings, posting_hash,
    chain_number, previous_chain_value, chain_value, event_sequence
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
    'Posted',
    $12,
    $13,
    $14,
    0,
    $15,
    $16,
    $17,
    $18,
    $19,
    $20,
    $21,
    1
  )
