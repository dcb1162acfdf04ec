-- z-report-draft-all
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
  and z_report_id in (select z_report_id from z_report_draft)
order by posting_date, store_id, z_report_id
