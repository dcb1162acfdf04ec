-- colleague-list
-- Parameters: $1 timestamp with time zone
-- Columns: user_name text, display_name text, store_ids text[]
select user_name, display_name, store_ids
from colleague
where seen >= $1
