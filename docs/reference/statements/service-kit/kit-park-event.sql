-- kit-park-event
-- Parameters: $1 text, $2 text, $3 text, $4 text, $5 bigint or null, $6 text,
--   $7 double precision or null
insert into
  kit.parked_event as parked (consumer, event_id, source, subject, sequence, envelope, due)
values ($1, $2, $3, $4, $5, $6, clock_timestamp() + $7 * interval '1 ms')
on conflict (consumer, event_id) do update
set due = excluded.due
