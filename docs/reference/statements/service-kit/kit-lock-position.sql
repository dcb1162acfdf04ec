-- kit-lock-position
-- Parameters: $1 text, $2 text, $3 text
-- Columns: next_sequence bigint, first_sequence bigint
select next_sequence, first_sequence
from kit.event_position
where consumer = $1 and source = $2 and subject = $3
for update
