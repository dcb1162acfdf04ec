-- run-open-attempts
-- Parameters: $1 json
-- Columns: run_id uuid
with
  -- the calls
  wanted as (
    select *
    from
      json_to_recordset($1::json) as w (
        run_id uuid, fencing_token integer, step_id text, action_type text, input json,
        order_id text, version_number integer
      )
  ),
  -- the orders at the versions that the steps were decided for; their rows stay as they are until the commit
  decided as (
    select o.id
    from wanted as w join "order" as o on o.id = w.order_id and o.version_number = w.version_number
    order by o.id
    for share of o skip locked
  ),
  -- the runs with a new lease, if this process holds them
  held as (
    update workflow_run as r
    set lease_until = now() + interval '15 seconds'
    from wanted as w
    where
      r.id = w.run_id
      and r.fencing_token = w.fencing_token
      and r.state = 'Running'
      and w.order_id in (select id from decided)
    returning r.id
  )
insert into
  workflow_step_attempt (run_id, step_id, attempt, order_id, action_type, input, started, open_for)
select
  run_id, step_id,
  1 + (
    select count(*)::int
    from workflow_step_attempt as earlier
    where earlier.run_id = wanted.run_id and earlier.step_id = wanted.step_id
  ),
  order_id, action_type, input,
  now(),
  order_id
from wanted
where run_id in (select id from held)
returning run_id
