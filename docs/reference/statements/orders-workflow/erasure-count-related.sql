-- erasure-count-related
-- Parameters: $1 text, $2 text[]
-- Columns: count bigint
select count(distinct c.customer_key) as count
from order_customer as c
where c.customer_key <> $1 and c.customer_text ilike any ($2)
