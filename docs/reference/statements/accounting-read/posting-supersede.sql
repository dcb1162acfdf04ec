-- posting-supersede
-- Parameters: $1 uuid, $2 timestamp with time zone
-- Columns: eventSequence bigint
update posting
set status = 'Superseded', superseded_at = $2, event_sequence = event_sequence + 1
where id = $1
returning event_sequence as "eventSequence"
