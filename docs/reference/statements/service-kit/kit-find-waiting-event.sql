-- kit-find-waiting-event
-- Parameters: $1 text
select
from kit.outbox
where event_id::text = $1
