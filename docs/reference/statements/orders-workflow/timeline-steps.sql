-- timeline-steps
-- Parameters: $1 text, $2 timestamp with time zone, $3 text, $4 bigint
-- Columns: time timestamp with time zone, key text, run_id uuid, step_id text, action_type text,
--   action_status text or null, attempt integer, error_reason text or null, message text or null
select *
from
  (
    select
      coalesce(a.finished, a.started) as time,
      ('5' || a.run_id::text || lpad(planned.position::text, 6, '0') || lpad(a.attempt::text, 6, '0')) collate "C" as key,
      a.run_id, a.step_id, a.action_type, a.action_status, a.attempt, a.error_reason, a.message
    from
      workflow_step_attempt as a
      join workflow_run as r on r.id = a.run_id
      cross join lateral (
        select coalesce(min(position), 0) as position
        from json_array_elements(r.plan) with ordinality as p (step, position)
        where step ->> 'id' = a.step_id
      ) as planned
    where r.order_id = $1
  ) as entry
where (time, key) > ($2::timestamptz, $3::text collate "C")
order by time, key
limit $4
