-- kit-give-up
-- Parameters: $1 text, $2 text, $3 text
with
  -- the event, which is parked no longer
  parked as (delete from kit.parked_event where consumer = $1 and event_id = $2 returning *)
insert into
  kit.dead_letter (consumer, event_id, type, source, subject, sequence, envelope, tries, reason)
select consumer, event_id, $3, source, subject, sequence, envelope, tries, coalesce(reason, '')
from parked
on conflict (consumer, event_id) do update
set tries = excluded.tries, reason = excluded.reason
