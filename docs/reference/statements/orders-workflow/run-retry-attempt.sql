-- run-retry-attempt
-- Parameters: $1 uuid, $2 integer, $3 text, $4 text, $5 text
-- Columns: run_id uuid
with
  -- the run with a new lease, if this process holds it
  held as (
    update workflow_run as r
    set lease_until = now() + interval '15 seconds'
    where r.id = $1 and r.fencing_token = $2 and r.state = 'Running'
    returning r.id
  ),
  -- the attempt that had no response
  closed as (
    update workflow_step_attempt
    set
      action_status = 'Error',
      error_reason = $4,
      reason_class = $5,
      finished = now(),
      open_for = null,
      is_retried = true
    where run_id = $1 and step_id = $3 and finished is null and exists (select from held)
    returning run_id, step_id, attempt, order_id, action_type, input
  )
insert into
  workflow_step_attempt (run_id, step_id, attempt, order_id, action_type, input, started, open_for)
select run_id, step_id, attempt + 1, order_id, action_type, input, now(), order_id
from closed
returning run_id
