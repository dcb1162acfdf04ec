-- run-save-progress
-- Parameters: $1 json, $2 json, $3 json
-- Columns: id uuid
with
  -- the runs with their new state, if this process holds them
  held as (
    update workflow_run as r
    set
      state = p.state,
      finished = case when p.state in ('Finished', 'Aborted') then p.finished end,
      lease_until = case when p.state = 'Running' then now() + interval '15 seconds' end,
      next = p.next,
      waiting = p.waiting,
      next_attempt = case when p.state = 'Waiting' then p.next_attempt end,
      plan = coalesce(p.plan, r.plan)
    from
      json_to_recordset($1::json) as p (
        id uuid, fencing_token integer, state text, finished timestamptz, next json, waiting json,
        next_attempt timestamptz, plan json
      )
    where
      r.id = p.id
      and r.fencing_token = p.fencing_token
      and r.state = 'Running'
      and p.fencing_token between 0 and 9007199254740991
    returning r.id
  ),
  -- the outcomes of external calls that were open
  closed as (
    update workflow_step_attempt as a
    set
      action_status = c.action_status,
      error_reason = c.error_reason,
      message = c.message,
      reason_class = c.reason_class,
      finished = c.finished,
      open_for = null
    from json_populate_recordset(null::workflow_step_attempt, $2::json) as c
    where
      a.run_id = c.run_id
      and a.step_id = c.step_id
      and a.finished is null
      and c.attempt between 0 and 9007199254740991
      and c.run_id in (select id from held)
  ),
  -- the attempts of steps that needed no external call
  added as (
    insert into
      workflow_step_attempt (
        run_id, step_id, attempt, order_id, action_type, action_status, error_reason, message,
        reason_class, input, started, finished, is_retried
      )
    select
      run_id, step_id,
      1 + (
        select count(*)::int
        from workflow_step_attempt as earlier
        where earlier.run_id = entry.run_id and earlier.step_id = entry.step_id
      ),
      order_id, action_type, action_status, error_reason, message, reason_class, input, started,
      finished, is_retried
    from json_populate_recordset(null::workflow_step_attempt, $3::json) as entry
    where entry.run_id in (select id from held)
  )
select id
from held
