-- why-postings
-- Parameters: $1 text, $2 date
-- Columns: id uuid, source text, zReportId text or null, currencyCode text, status text,
--   createdAt timestamp with time zone, exportedAt timestamp with time zone or null,
--   externalReference text or null, rejectionReason text or null, carriedTo date or null
select
  id, source,
  z_report_id as "zReportId",
  currency_code as "currencyCode",
  status,
  created_at as "createdAt",
  exported_at as "exportedAt",
  external_reference as "externalReference",
  rejection_reason as "rejectionReason",
  (select max(to_date) from carried_line as c where c.posting_id = posting.id) as "carriedTo"
from posting
where store_id = $1 and posting_date = $2 and status <> 'Superseded'
order by id
limit 250
