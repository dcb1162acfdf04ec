-- runs-orders
-- Parameters: $1 uuid[], $2 text[] or null
-- Columns: id uuid, order_id text
select r.id, r.order_id
from workflow_run as r join "order" as o on o.id = r.order_id
where r.id = any ($1::uuid[]) and ($2::text[] is null or o.store_id = any ($2))
