-- customer-count-orders
-- Parameters: $1 text, $2 text[] or null
-- Columns: count bigint
select count(*) as count
from order_customer as c
where c.customer_key = $1 and not c.is_deleted and ($2::text[] is null or c.store_id = any ($2))
