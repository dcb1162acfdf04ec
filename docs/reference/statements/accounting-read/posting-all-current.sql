-- posting-all-current
-- Columns: id uuid, source text, storeId text, currencyCode text, postingDate date,
--   zReportId text or null, postingHash text
select
  id, source,
  store_id as "storeId",
  currency_code as "currencyCode",
  posting_date as "postingDate",
  z_report_id as "zReportId",
  posting_hash as "postingHash"
from posting
where status <> 'Superseded'
order by posting_date, store_id, currency_code, source, z_report_id
