-- run-save-progress
-- Parameters: $1 uuid, $2 integer, $3 text, $4 timestamp with time zone, $5 json, $6 json, $7 json,
--   $8 json or null, $9 timestamp with time zone or null, $10 json or null
-- Columns: id uuid
with
  -- the run with its new state, if this process holds it
  held as (
    update workflow_run
    set
      state = $3,
      finished = case when $3 in ('Finished', 'Aborted') then $4::timestamptz end,
      lease_until = case when $3 = 'Running' then now() + interval '15 seconds' end,
      next = $7::json,
      waiting = $8::json,
      next_attempt = case when $3 = 'Waiting' then $9::timestamptz end,
      plan = coalesce($10::json, plan)
    where id = $1 and fencing_token = $2 and state = 'Running'
    returning id
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
    from json_populate_recordset(null::workflow_step_attempt, $5::json) as c
    where
      a.run_id = $1
      and a.step_id = c.step_id
      and a.finished is null
      and exists (select from held)
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
    from json_populate_recordset(null::workflow_step_attempt, $6::json) as entry
    where exists (select from held)
  )
select id
from held
