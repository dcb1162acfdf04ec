-- customer-newest-orders
-- Parameters: $1 text, $2 text[] or null, $3 bigint
-- Columns: document json
select o.document
from order_customer as c join "order" as o on o.id = c.order_id
where c.customer_key = $1 and not c.is_deleted and ($2::text[] is null or c.store_id = any ($2))
order by c.created desc, c.order_id desc
limit $3
