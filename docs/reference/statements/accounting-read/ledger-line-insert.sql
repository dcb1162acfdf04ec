-- ledger-line-insert
-- Parameters: $1 uuid, $2 date, $3 text, $4 text, $5 text or null, $6 text, $7 json
insert into
  ledger_line (
    posting_id, posting_date, source, posting_store_id, accounting_company_code, currency_code,
    line_sequence, store_id, register_id, account_number, account_name, category, debit, credit,
    vat_code, vat_rate, vat_amount, tax_group_code, description, customer_number, invoice_number,
    credit_note_number, invoice_date, due_date, kid_number, dimensions
  )
select $1, $2, $3, $4, $5, $6, line.*
from
  json_to_recordset($7::json) as line(
    line_sequence int, store_id text, register_id text, account_number text, account_name text,
    category text, debit numeric, credit numeric, vat_code text, vat_rate numeric,
    vat_amount numeric, tax_group_code text, description text, customer_number text,
    invoice_number text, credit_note_number text, invoice_date date, due_date date, kid_number text,
    dimensions jsonb
  )
