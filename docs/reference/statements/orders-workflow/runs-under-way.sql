-- runs-under-way
-- Parameters: $1 text
-- Columns: id uuid, order_id text, shipment_id text or null, return_id text or null, status text,
--   state text, started timestamp with time zone, started_by text or null, plan json,
--   fencing_token integer, transition_count integer, next json, waiting json or null
select
  id, order_id, shipment_id, return_id, status, state, started, started_by, plan, fencing_token,
  transition_count, next, waiting
from workflow_run
where order_id = $1 and state in ('Running', 'Waiting')
