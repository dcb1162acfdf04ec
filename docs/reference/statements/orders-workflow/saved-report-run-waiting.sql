-- saved-report-run-waiting
-- Parameters: $1 uuid
-- Columns: id uuid
select id
from saved_report_run
where saved_report_id = $1 and state = 'Waiting' and is_by_hand
limit 1
