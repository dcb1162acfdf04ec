-- saved-report-run-failed
-- Parameters: $1 uuid, $2 integer, $3 text, $4 boolean, $5 double precision
-- Columns: state text
update saved_report_run
set
  failure_reason = $3,
  state = case when ($4 or created <= now() - interval '24 hours') then 'Failed' else 'Waiting' end,
  ended = case when ($4 or created <= now() - interval '24 hours') then now() end,
  next_attempt = case
    when ($4 or created <= now() - interval '24 hours') then null
    else now() + $5 * interval '1 millisecond'
  end
where id = $1 and attempts = $2 and state = 'Waiting'
returning state
