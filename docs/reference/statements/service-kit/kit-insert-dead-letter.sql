-- kit-insert-dead-letter
-- Parameters: $1 text, $2 text, $3 text, $4 text, $5 text, $6 bigint or null, $7 text, $8 text
with
  -- the event, which is parked no longer
  parked as (delete from kit.parked_event where consumer = $1 and event_id = $2)
insert into
  kit.dead_letter (consumer, event_id, type, source, subject, sequence, envelope, tries, reason)
values ($1, $2, $3, $4, $5, $6, $7, 1, $8)
on conflict do nothing
