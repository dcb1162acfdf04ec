-- z-report-to-build
-- Parameters: $1 date, $2 date, $3 text or null
-- Columns: zReportId text, storeId text, currencyCode text, postingDate date
select
  z_report_id as "zReportId",
  store_id as "storeId",
  currency_code as "currencyCode",
  posting_date as "postingDate"
from z_report z
where
  not exists (
    select
    from z_report newer
    where newer.z_report_id = z.z_report_id and newer.revision > z.revision
  )
  and posting_date between $1 and $2
  and ($3::text is null or store_id = $3)
order by posting_date, store_id, z_report_id
