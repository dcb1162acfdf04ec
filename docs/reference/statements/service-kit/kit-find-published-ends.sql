-- kit-find-published-ends
-- Parameters: $1 text
-- Columns: first bigint or null, last bigint or null
select min(sequence) as first, max(sequence) as last
from kit.published_event
where stream = $1
