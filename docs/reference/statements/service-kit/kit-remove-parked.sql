-- kit-remove-parked
-- Parameters: $1 text, $2 text
delete from kit.parked_event
where consumer = $1 and event_id = $2
