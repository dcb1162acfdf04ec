-- erasure-count-orders
-- Parameters: $1 text
-- Columns: count bigint
select count(*) as count
from order_customer
where customer_key = $1
