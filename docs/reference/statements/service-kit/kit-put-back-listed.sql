-- kit-put-back-listed
-- Parameters: $1 text, $2 bigint[]
-- Columns: lost integer
with
  -- the events that the stream has lost
  lost as (
    delete from kit.published_event
    where
      ctid = any (
        array(
          select ctid
          from kit.published_event
          where stream = $1 and sequence = any ($2)
          order by sequence
          limit 5000
        )
      )
    returning id, event_id, type, traceparent, envelope
  )
insert into kit.outbox (id, event_id, type, traceparent, envelope, is_repeated)
select lost.*, true
from lost
order by id
returning 1 as lost
