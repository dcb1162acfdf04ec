-- kit-outbox-append
-- Parameters: $1 json
insert into kit.outbox (event_id, type, traceparent, envelope)
select (event ->> 'id')::uuid, event ->> 'type', event ->> 'traceparent', event::text
from json_array_elements($1::json) with ordinality as new (event, position)
order by position
