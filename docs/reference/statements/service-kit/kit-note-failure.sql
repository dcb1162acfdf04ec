-- kit-note-failure
-- Parameters: $1 text, $2 text, $3 text, $4 text, $5 bigint or null, $6 text, $7 text,
--   $8 double precision, $9 double precision
-- Columns: tries integer
insert into
  kit.parked_event as parked (consumer, event_id, source, subject, sequence, envelope, tries, due, reason)
values ($1, $2, $3, $4, $5, $6, 1, clock_timestamp() + $8 * interval '1 ms', $7)
on conflict (consumer, event_id) do update
set
  tries = parked.tries + 1,
  reason = excluded.reason,
  due = clock_timestamp() + least($9, $8 * power(2, parked.tries)) * (0.5 + random() / 2) * interval '1 ms'
returning tries
