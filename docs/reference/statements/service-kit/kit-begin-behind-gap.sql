-- kit-begin-behind-gap
-- Parameters: $1 text, $2 text, $3 text, $4 bigint
with
  -- the position behind the gap
  begun as (
    insert into kit.event_position (consumer, source, subject, next_sequence, first_sequence)
    values ($1, $2, $3, $4::bigint + 1, $4::bigint + 1)
    on conflict do nothing
  )
update kit.parked_event
set due = clock_timestamp()
where consumer = $1 and source = $2 and subject = $3 and sequence = $4::bigint + 1
