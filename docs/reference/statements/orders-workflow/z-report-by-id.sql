-- z-report-by-id
-- Parameters: $1 text
-- Columns: storeId text, document json
select store_id as "storeId", document
from z_report
where z_report_id = $1
