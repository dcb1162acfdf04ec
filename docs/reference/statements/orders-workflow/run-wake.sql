-- run-wake
-- Parameters: $1 bigint
-- Columns: id uuid, order_id text, shipment_id text or null, return_id text or null, status text,
--   state text, started timestamp with time zone, started_by text or null, plan json,
--   fencing_token integer, transition_count integer, next json, waiting json or null
with
  -- the due runs, held by this process
  woken as (
    update workflow_run
    set
      state = 'Running',
      lease_until = now() + interval '15 seconds',
      next_attempt = null,
      fencing_token = (fencing_token / 1000 + 1) * 1000 + 1
    where
      id in (
        select r.id
        from
          workflow_run as r
          cross join lateral (
            select
            from "order" as o
            where o.id = r.order_id
            for no key update skip locked
          ) as locked
        where
          r.state = 'Waiting'
          and r.next_attempt <= now()
          and (
            select
              not exists (
                select
                from workflow_run as other
                where
                  other.order_id = r.order_id
                  and other.id <> r.id
                  and (
                    other.state = 'Running'
                    or (
                      other.state = 'Waiting'
                      and (other.next_attempt, other.id) < (r.next_attempt, r.id)
                    )
                  )
              )
          )
        order by r.next_attempt
        limit $1
        for no key update of r skip locked
      )
    returning
      id, order_id, shipment_id, return_id, status, state, started, started_by, plan, fencing_token,
      transition_count, next, waiting
  ),
  -- the results of their due steps, which count no longer
  tried as (
    update workflow_step_attempt as a
    set is_retried = true
    from woken as w, json_array_elements(w.waiting) as item (step)
    where
      a.run_id = w.id
      and a.step_id = step ->> 'stepId'
      and a.finished is not null
      and (step ->> 'nextAttempt')::timestamptz <= now()
  )
select
  id, order_id, shipment_id, return_id, status, state, started, started_by, plan, fencing_token,
  transition_count, next, waiting
from woken
