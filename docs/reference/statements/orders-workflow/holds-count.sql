-- holds-count
-- Columns: count bigint, oldest timestamp with time zone or null
select count(*) as count, min(held_since) as oldest
from order_search
where held_since is not null and not is_deleted
