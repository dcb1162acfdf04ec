-- kit-first-published
-- Parameters: $1 text
-- Columns: sequence bigint or null
select min(sequence) as sequence
from kit.published_event
where stream = $1
