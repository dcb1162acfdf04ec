-- run-steps-of-shipments
-- Parameters: $1 text
-- Columns: shipment_id text, step_ids text[]
select shipment_id, array_agg(distinct step_id) as step_ids
from
  (
    select r.shipment_id, step ->> 'id' as step_id
    from workflow_run as r, json_array_elements(r.plan) as step
    where
      r.order_id = $1
      and r.shipment_id is not null
      and r.state in ('Running', 'Waiting', 'Held', 'Finished')
    union all
    select r.shipment_id, a.step_id
    from workflow_run as r join workflow_step_attempt as a on a.run_id = r.id
    where r.order_id = $1 and r.shipment_id is not null and a.action_status is not null
  ) as steps
group by shipment_id
