-- kit-last-noted-position
-- Columns: noted timestamp with time zone or null
select max(published) - 120000 * interval '1 ms' as noted
from kit.published_position
