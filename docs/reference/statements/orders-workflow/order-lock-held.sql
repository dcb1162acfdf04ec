-- order-lock-held
-- Parameters: $1 text[], $2 text
-- Columns: id text
select order_id as id
from order_lock
where order_id = any ($1) and expires > now() and holder <> $2
