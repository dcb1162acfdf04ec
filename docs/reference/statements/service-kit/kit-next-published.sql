-- kit-next-published
-- Parameters: $1 timestamp with time zone
-- Columns: next timestamp with time zone or null
select min(published) as next
from kit.published_event
where published >= $1
