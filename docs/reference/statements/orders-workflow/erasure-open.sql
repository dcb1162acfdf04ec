-- erasure-open
-- Parameters: $1 text
-- Columns: begun timestamp with time zone, newest_order timestamp with time zone or null,
--   order_ids text[], identity json, notes integer
select begun, newest_order, order_ids, identity, notes
from customer_erasure
where customer_key = $1
for update
