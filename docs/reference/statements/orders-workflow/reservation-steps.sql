-- reservation-steps
-- Parameters: $1 text, $2 text[]
-- Columns: shipment_id text or null, action_type text
select r.shipment_id, a.action_type
from workflow_run as r join workflow_step_attempt as a on a.run_id = r.id
where r.order_id = $1 and a.action_type = any ($2) and a.action_status in ('Success', 'Warning')
order by a.finished, r.started, r.id
