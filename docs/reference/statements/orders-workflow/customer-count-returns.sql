-- customer-count-returns
-- Parameters: $1 text, $2 text[] or null
-- Columns: count bigint
select count(*) as count
from order_customer as c join order_return as r on r.order_id = c.order_id
where c.customer_key = $1 and not c.is_deleted and ($2::text[] is null or c.store_id = any ($2))
