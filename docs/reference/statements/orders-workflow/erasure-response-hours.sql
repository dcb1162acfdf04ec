-- erasure-response-hours
-- Columns: hour timestamp with time zone
select distinct date_trunc('hour', expires) as hour
from kit.idempotency_key
order by 1
