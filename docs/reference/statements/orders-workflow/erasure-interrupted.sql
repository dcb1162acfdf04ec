-- erasure-interrupted
-- Parameters: $1 timestamp with time zone
-- Columns: customer_key text
select customer_key
from customer_erasure
where begun < $1
order by begun
