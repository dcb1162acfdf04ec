-- order-of-customer
-- Parameters: $1 text, $2 text, $3 text[] or null
-- Columns: version_id uuid, document json
select o.version_id, o.document
from order_search s join "order" o on o.id = s.order_id
where s.order_id = $1 and s.customer_id = $2 and ($3::text[] is null or s.store_id = any ($3))
