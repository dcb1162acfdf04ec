-- z-report-load
-- Parameters: $1 text
-- Columns: document json, request json
select document, request
from z_report
where z_report_id = $1
for update
