-- kit-replay-dead-letters
-- Parameters: $1 text or null, $2 bigint or null
-- Columns: id bigint, consumer text, eventId text, type text, source text, subject text,
--   sequence bigint or null, tries integer, reason text, created timestamp with time zone
with
  -- the chosen dead letters
  letter as (
    delete from kit.dead_letter
    where ($1::text is null or event_id = $1 or id::text = $1) and ($2::bigint is null or id = $2)
    returning *
  ),
  -- their events, which are due now
  parked as (
    insert into
      kit.parked_event (consumer, event_id, source, subject, sequence, envelope, tries, due, reason)
    select consumer, event_id, source, subject, sequence, envelope, 0, clock_timestamp(), reason
    from letter
    where type <> 'missing'
    on conflict (consumer, event_id) do update
    set tries = 0, due = excluded.due
  )
select id, consumer, event_id as "eventId", type, source, subject, sequence, tries, reason, created
from letter
order by id
