-- saved-report-runs
-- Parameters: $1 uuid
-- Columns: run json
select row_to_json(run) as run
from
  (
    select
      r.id, r.due, r.is_by_hand, r.created,
      case
        when r.state <> 'Ran' then r.state
        when m.state = 'Waiting' then 'Sending'
        else coalesce(m.state, 'Sent')
      end as state,
      coalesce(m.attempts, r.attempts) as attempts,
      case
        when r.state = 'Waiting' then r.next_attempt
        when m.state = 'Waiting' then m.next_attempt
      end as next_attempt,
      coalesce(r.ended, m.sent, case when m.state = 'Failed' then m.created end) as ended,
      coalesce(r.failure_reason, m.failure_reason) as failure_reason
    from saved_report_run r left join message m on m.id = r.id
    where r.saved_report_id = $1
    order by r.due desc
    limit 50
  ) as run
