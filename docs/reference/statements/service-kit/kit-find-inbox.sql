-- kit-find-inbox
-- Parameters: $1 text, $2 text
select
from kit.inbox
where event_id = $1 and consumer = $2
