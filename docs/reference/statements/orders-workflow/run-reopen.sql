-- run-reopen
-- Parameters: $1 uuid, $2 text[], $3 json or null
-- Columns: fencing_token integer
with
  -- the run, held by this process in its next life
  reopened as (
    update workflow_run
    set
      state = 'Running',
      finished = null,
      lease_until = now() + interval '15 seconds',
      fencing_token = (fencing_token / 1000 + 1) * 1000 + 1,
      waiting = $3::json,
      next_attempt = null
    where id = $1
    returning id, fencing_token
  ),
  -- steps to take again count no longer; an open call blocks others again
  attempts as (
    update workflow_step_attempt as a
    set
      is_retried = a.is_retried
      or (a.finished is not null and a.step_id = any ($2)),
      open_for = case when a.finished is null then a.order_id end
    from reopened as r
    where a.run_id = r.id
  )
select fencing_token
from reopened
