-- run-take-over
-- Parameters: $1 bigint
-- Columns: id uuid, order_id text, shipment_id text or null, return_id text or null, status text,
--   state text, started timestamp with time zone, started_by text or null, plan json,
--   fencing_token integer, transition_count integer, next json, waiting json or null,
--   was_released boolean
with
  -- runs of processes that died, of each order the one that may continue
  chosen as (
    select r.id as chosen_id, r.lease_until <= r.started as was_released
    from workflow_run as r
    where
      r.state = 'Running'
      and r.lease_until < now()
      and coalesce(
        (select a.run_id = r.id from workflow_step_attempt as a where a.open_for = r.order_id),
        not exists (
          select
          from workflow_run as o
          where
            o.order_id = r.order_id
            and o.id <> r.id
            and o.state = 'Running'
            and (
              (o.lease_until < now() and (o.lease_until, o.id) < (r.lease_until, r.id))
              or (o.lease_until >= now() and o.fencing_token % 1000 > 1)
            )
        )
      )
    order by r.lease_until
    limit $1
    for update of r skip locked
  )
update workflow_run
set fencing_token = fencing_token + 1, lease_until = now() + interval '15 seconds'
from chosen
where id = chosen_id
returning
  id, order_id, shipment_id, return_id, status, state, started, started_by, plan, fencing_token,
  transition_count, next, waiting, was_released
