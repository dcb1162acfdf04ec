-- run-interrupt
-- Parameters: $1 uuid
-- Columns: id uuid
with
  -- the run, if it was taken over too often
  given_up as (
    update workflow_run
    set state = 'Interrupted', lease_until = null
    where id = $1 and state = 'Running' and lease_until < now() and fencing_token % 1000 > 10
    returning id
  ),
  -- its open calls, which block no other run any more
  freed as (
    update workflow_step_attempt
    set open_for = null
    where run_id in (select id from given_up) and open_for is not null
  )
select id
from given_up
