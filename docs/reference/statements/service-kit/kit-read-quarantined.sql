-- kit-read-quarantined
-- Parameters: $1 text, $2 text
-- Columns: eventId text, isDead boolean, envelope text
select event_id as "eventId", bool_or(dead) as "isDead", min(envelope) as envelope
from
  (
    (
      select event_id, true as dead, envelope
      from kit.dead_letter
      where consumer = $1 and event_id > $2
      order by event_id
      limit 200
    )
    union all
    (
      select event_id, false, envelope
      from kit.parked_event
      where consumer = $1 and event_id > $2
      order by event_id
      limit 200
    )
  ) as quarantined
group by event_id
order by event_id
limit 200
