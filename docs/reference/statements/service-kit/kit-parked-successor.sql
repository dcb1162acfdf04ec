-- kit-parked-successor
-- Parameters: $1 text, $2 text, $3 text, $4 bigint
-- Columns: event_id text, envelope text
select event_id, envelope
from kit.parked_event
where consumer = $1 and source = $2 and subject = $3 and sequence = $4
