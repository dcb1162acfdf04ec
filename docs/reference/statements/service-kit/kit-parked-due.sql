-- kit-parked-due
-- Parameters: $1 text, $2 bigint
-- Columns: event_id text, envelope text
select event_id, envelope
from kit.parked_event
where consumer = $1 and due <= clock_timestamp()
order by due
limit $2
