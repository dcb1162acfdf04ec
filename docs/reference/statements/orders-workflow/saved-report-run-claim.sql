-- saved-report-run-claim
-- Columns: id uuid, due timestamp with time zone, attempts integer, document json
update saved_report_run r
set attempts = attempts + 1, next_attempt = now() + interval '600 seconds'
from saved_report s
where
  s.id = r.saved_report_id
  and r.id = (
    select id
    from saved_report_run
    where next_attempt <= now() + interval '1 millisecond'
    order by next_attempt
    limit 1
    for update skip locked
  )
returning r.id, r.due, r.attempts, s.document
