-- why-z-reports
-- Parameters: $1 text, $2 date
-- Columns: zReportId text, recordedAt timestamp with time zone, reasons text[] or null,
--   triedAt timestamp with time zone or null
select
  z.z_report_id as "zReportId",
  z.recorded_at as "recordedAt",
  d.reasons,
  d.tried_at as "triedAt"
from z_report as z left join z_report_draft as d on d.z_report_id = z.z_report_id
where
  z.store_id = $1
  and z.posting_date = $2
  and not exists (
    select
    from z_report as newer
    where newer.z_report_id = z.z_report_id and newer.revision > z.revision
  )
order by z.z_report_id
limit 250
