-- kit-parked-released
-- Parameters: $1 text, $2 bigint
-- Columns: event_id text, envelope text
select parked.event_id, parked.envelope
from kit.parked_event parked join kit.event_position position using (consumer, source, subject)
where parked.consumer = $1 and parked.due is null and parked.sequence <= position.next_sequence
order by parked.source, parked.subject, parked.sequence
limit $2
