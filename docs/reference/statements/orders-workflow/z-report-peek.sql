-- z-report-peek
-- Parameters: $1 text, $2 text
-- Columns: number bigint or null, document json or null, request json or null
select (select number from z_report_number where store_id = $2) as number, r.document, r.request
from (select 1) as one left join z_report r on r.z_report_id = $1
