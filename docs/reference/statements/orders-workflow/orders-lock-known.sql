-- orders-lock-known
-- Parameters: $1 text, $2 integer, $3 bigint, $4 uuid
select
from "order"
where id = $1 and version_number = $2 and event_sequence = $3 and version_id = $4
for update
