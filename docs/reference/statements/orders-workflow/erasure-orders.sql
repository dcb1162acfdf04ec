-- erasure-orders
-- Parameters: $1 text, $2 text, $3 bigint
-- Columns: order_id text, created timestamp with time zone, is_deleted boolean,
--   status text or null, fulfilment text or null, has_run boolean
select
  c.order_id, c.created, c.is_deleted,
  o.document ->> 'status' as status,
  o.document ->> 'fulfilmentStatus' as fulfilment,
  exists (
    select
    from workflow_run as r
    where r.order_id = c.order_id and r.state in ('Running', 'Waiting', 'Held')
  ) as has_run
from order_customer as c join "order" as o on o.id = c.order_id
where c.customer_key = $1 and c.order_id > $2
order by c.order_id
limit $3
