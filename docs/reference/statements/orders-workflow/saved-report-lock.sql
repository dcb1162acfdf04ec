-- saved-report-lock
-- Parameters: $1 uuid
-- Columns: document json
select document
from saved_report
where id = $1
for update
