-- saved-search-lock
-- Parameters: $1 uuid
select
from saved_search
where id = $1
for update
