-- kit-count-published-within
-- Parameters: $1 timestamp with time zone, $2 timestamp with time zone
-- Columns: count bigint
select count(*) as count
from
  (select from kit.published_event where published >= $1 and published < $2 limit 10001) as within
