-- kit-record-published
-- Parameters: $1 bigint[], $2 text[], $3 bigint[]
with
  -- the events that the stream has confirmed
  published as (
    delete from kit.outbox
    where id = any ($1)
    returning id, event_id, type, traceparent, envelope
  )
insert into kit.published_event (stream, sequence, id, event_id, type, traceparent, envelope)
select stream, sequence, published.*
from
  published
  join unnest($1, $2::text[], $3::bigint[]) as acknowledged (id, stream, sequence) using (id)
