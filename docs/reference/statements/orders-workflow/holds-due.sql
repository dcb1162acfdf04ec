-- holds-due
-- Parameters: $1 timestamp with time zone, $2 timestamp with time zone, $3 text, $4 bigint
-- Columns: order_id text, hold_until timestamp with time zone or null
select order_id, hold_until
from order_search
where hold_until <= $1 and not is_deleted and (hold_until, order_id) > ($2, $3)
order by hold_until, order_id
limit $4
