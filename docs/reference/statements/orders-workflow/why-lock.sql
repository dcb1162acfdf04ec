-- why-lock
-- Parameters: $1 text
-- Columns: expires timestamp with time zone
select expires
from order_lock
where order_id = $1 and expires > now()
