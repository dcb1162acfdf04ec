-- run-open-attempt
-- Parameters: $1 uuid, $2 integer, $3 text, $4 text, $5 json, $6 text, $7 integer
-- Columns: run_id uuid
with
  -- the order at the version that the step was decided for; its row stays as it is until the commit
  decided as (select id from "order" where id = $6 and version_number = $7 for share),
  -- the run with a new lease, if this process holds it
  held as (
    update workflow_run
    set lease_until = now() + interval '15 seconds'
    where id = $1 and fencing_token = $2 and state = 'Running' and exists (select from decided)
    returning id, order_id
  )
insert into
  workflow_step_attempt (run_id, step_id, attempt, order_id, action_type, input, started, open_for)
select
  id,
  $3,
  1 + (
    select count(*)::int
    from workflow_step_attempt as earlier
    where earlier.run_id = $1 and earlier.step_id = $3
  ),
  order_id,
  $4,
  $5::json,
  now(),
  order_id
from held
returning run_id
