-- author-is-colleague
-- Parameters: $1 text[]
-- Columns: person text, display_name text
select person, lower(display_name) as display_name
from colleague
where person = any ($1) or lower(display_name) = any ($1)
