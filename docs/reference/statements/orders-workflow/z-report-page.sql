-- z-report-page
-- Parameters: $1 text or null, $2 text[] or null, $3 timestamp with time zone or null,
--   $4 timestamp with time zone or null, $5 bigint, $6 bigint
-- Columns: document json
select document
from z_report
where
  ($1::text is null or store_id = $1)
  and ($2::text[] is null or store_id = any ($2))
  and ($3::timestamptz is null or date_closed >= $3)
  and ($4::timestamptz is null or date_closed <= $4)
order by date_closed desc, z_report_id
limit $5
offset $6
