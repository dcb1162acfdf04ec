-- run-list
-- Parameters: $1 text
-- Columns: id uuid, order_id text, shipment_id text or null, return_id text or null, status text,
--   state text, started timestamp with time zone, finished timestamp with time zone or null,
--   started_by text or null, waiting json or null, step_ids text[]
select
  id, order_id, shipment_id, return_id, status, state, started, finished, started_by, waiting,
  array(select step ->> 'id' from json_array_elements(plan) as step) as step_ids
from workflow_run
where order_id = $1
order by started desc, id desc
limit 250
