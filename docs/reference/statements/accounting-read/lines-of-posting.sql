-- lines-of-posting
-- Parameters: $1 uuid
-- Columns: postingId uuid, lineSequence integer, postingDate date, registerId text or null,
--   storeId text, accountingCompanyCode text or null, accountNumber text, accountName text,
--   category text, debit numeric, credit numeric, currencyCode text, vatCode text or null,
--   vatRate numeric or null, vatAmount numeric or null, taxGroupCode text or null,
--   description text or null, customerNumber text or null, invoiceNumber text or null,
--   creditNoteNumber text or null, invoiceDate date or null, dueDate date or null,
--   kidNumber text or null, dimensions jsonb
select
  posting_id as "postingId",
  line_sequence as "lineSequence",
  posting_date as "postingDate",
  register_id as "registerId",
  store_id as "storeId",
  accounting_company_code as "accountingCompanyCode",
  account_number as "accountNumber",
  account_name as "accountName",
  category, debit, credit,
  currency_code as "currencyCode",
  vat_code as "vatCode",
  vat_rate as "vatRate",
  vat_amount as "vatAmount",
  tax_group_code as "taxGroupCode",
  description,
  customer_number as "customerNumber",
  invoice_number as "invoiceNumber",
  credit_note_number as "creditNoteNumber",
  invoice_date as "invoiceDate",
  due_date as "dueDate",
  kid_number as "kidNumber",
  dimensions
from ledger_line
where posting_id = $1
order by line_sequence
