-- z-report-save
-- Parameters: $1 text, $2 text, $3 bigint, $4 integer, $5 timestamp with time zone, $6 json,
--   $7 json
-- Columns: z_report_id text
insert into
  z_report (z_report_id, store_id, z_report_number, revision, date_closed, request, document)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (z_report_id) do update
set
  revision = excluded.revision,
  date_closed = excluded.date_closed,
  request = excluded.request,
  document = excluded.document
where z_report.store_id = excluded.store_id
returning z_report_id
