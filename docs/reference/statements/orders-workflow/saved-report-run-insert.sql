-- saved-report-run-insert
-- Parameters: $1 uuid, $2 uuid, $3 timestamp with time zone, $4 boolean
insert into saved_report_run (id, saved_report_id, due, is_by_hand, state, created, next_attempt)
values ($1, $2, $3, $4, 'Waiting', now(), now())
on conflict (saved_report_id, due) do nothing
