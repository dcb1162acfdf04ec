-- kit-has-waited-alone
-- Parameters: $1 text, $2 text, $3 text, $4 text, $5 bigint or null, $6 double precision
select
from kit.parked_event
where
  consumer = $1
  and event_id = $2
  and parked <= clock_timestamp() - $6 * interval '1 ms'
  and not exists (
    select
    from kit.parked_event
    where consumer = $1 and source = $3 and subject = $4 and sequence < $5
  )
  and not exists (
    select
    from kit.dead_letter
    where consumer = $1 and source = $3 and subject = $4 and sequence < $5
  )
