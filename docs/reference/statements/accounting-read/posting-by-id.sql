-- posting-by-id
-- Parameters: $1 uuid
-- Columns: id uuid, source text, zReportId text or null, zReportNumber bigint or null,
--   orderIds text[], storeId text, registerIds text[], accountingCompanyCode text or null,
--   postingDate date, createdAt timestamp with time zone, currencyCode text, status text,
--   supersedesPostingId uuid or null, externalReference text or null,
--   exportedAt timestamp with time zone or null, totalDebit numeric, totalCredit numeric,
--   imbalance numeric, autoBalanced boolean, lineCount integer, warnings text[],
--   rejectionReason text or null, postingHash text
select
  id, source,
  z_report_id as "zReportId",
  z_report_number as "zReportNumber",
  order_ids as "orderIds",
  store_id as "storeId",
  register_ids as "registerIds",
  accounting_company_code as "accountingCompanyCode",
  posting_date as "postingDate",
  created_at as "createdAt",
  currency_code as "currencyCode",
  status,
  supersedes_posting_id as "supersedesPostingId",
  external_reference as "externalReference",
  exported_at as "exportedAt",
  total_debit as "totalDebit",
  total_credit as "totalCredit",
  imbalance,
  auto_balanced as "autoBalanced",
  line_count as "lineCount",
  warnings,
  rejection_reason as "rejectionReason",
  posting_hash as "postingHash"
from posting
where id = $1
