-- kit-count-quarantined
-- Columns: consumer text, deadLetters bigint, parked bigint
select consumer, sum(dead)::bigint as "deadLetters", sum(parked)::bigint as parked
from
  (
    select consumer, 1 as dead, 0 as parked
    from kit.dead_letter
    union all
    select consumer, 0, 1
    from kit.parked_event
  ) as quarantined
group by consumer
