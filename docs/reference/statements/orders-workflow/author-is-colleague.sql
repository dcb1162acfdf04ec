-- author-is-colleague
-- Parameters: $1 text[], $2 text[]
-- Columns: user_name text, display_name text
select user_name, display_name
from colleague
where person = any ($1) or lower(display_name) = any ($1) or look_keys && $2
