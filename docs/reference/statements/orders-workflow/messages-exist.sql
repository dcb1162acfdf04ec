-- messages-exist
-- Parameters: $1 uuid[]
-- Columns: id uuid
select id
from message
where id = any ($1)
