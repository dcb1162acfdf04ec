-- author-is-colleague
-- Parameters: $1 text
select
from colleague
where person = $1
