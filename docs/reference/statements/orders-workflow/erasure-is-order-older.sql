-- erasure-is-order-older
-- Parameters: $1 text, $2 timestamp with time zone
-- Columns: older boolean
select coalesce(min(created) <= $2, true) as older
from order_version
where order_id = $1
