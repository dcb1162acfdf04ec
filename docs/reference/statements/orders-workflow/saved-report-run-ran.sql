-- saved-report-run-ran
-- Parameters: $1 uuid, $2 integer
-- Columns: id uuid
update saved_report_run
set state = 'Ran', next_attempt = null, failure_reason = null
where id = $1 and attempts = $2 and state = 'Waiting'
returning id
