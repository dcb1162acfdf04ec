-- ledger-line-of-posting
-- Parameters: $1 uuid
-- Columns: accountNumber text, accountName text, category text, debit numeric, credit numeric,
--   vatCode text or null, vatRate numeric or null, vatAmount numeric or null,
--   taxGroupCode text or null, storeId text, registerId text or null, description text or null,
--   customerNumber text or null, invoiceNumber text or null, creditNoteNumber text or null,
--   invoiceDate date or null, dueDate date or null, kidNumber text or null, dimensions text
select
  account_number as "accountNumber",
  account_name as "accountName",
  category, debit, credit,
  vat_code as "vatCode",
  vat_rate as "vatRate",
  vat_amount as "vatAmount",
  tax_group_code as "taxGroupCode",
  store_id as "storeId",
  register_id as "registerId",
  description,
  customer_number as "customerNumber",
  invoice_number as "invoiceNumber",
  credit_note_number as "creditNoteNumber",
  invoice_date as "invoiceDate",
  due_date as "dueDate",
  kid_number as "kidNumber",
  dimensions::text
from ledger_line
where posting_id = $1
order by line_sequence
