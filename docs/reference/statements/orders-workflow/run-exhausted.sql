-- run-exhausted
-- Parameters: $1 bigint
-- Columns: id uuid, order_id text, shipment_id text or null, return_id text or null, status text,
--   state text, started timestamp with time zone, started_by text or null, plan json,
--   fencing_token integer, transition_count integer, next json, waiting json or null
select
  id, order_id, shipment_id, return_id, status, state, started, started_by, plan, fencing_token,
  transition_count, next, waiting
from workflow_run
where state = 'Running' and lease_until < now() and fencing_token % 1000 > 10
order by lease_until
limit $1
