-- erasure-order-ids
-- Parameters: $1 text
-- Columns: order_id text
select order_id
from order_customer
where customer_key = $1
