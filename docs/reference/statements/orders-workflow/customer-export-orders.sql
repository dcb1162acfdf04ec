-- customer-export-orders
-- Parameters: $1 text, $2 text, $3 bigint
-- Columns: id text, order_id text, document json
select o.id, o.id as order_id, o.document
from order_customer as c join "order" as o on o.id = c.order_id
where c.customer_key = $1 and c.order_id > $2
order by 1
limit $3
