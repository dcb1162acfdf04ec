-- saved-report-next
-- Parameters: $1 uuid, $2 timestamp with time zone
update saved_report
set next_due = $2
where id = $1
