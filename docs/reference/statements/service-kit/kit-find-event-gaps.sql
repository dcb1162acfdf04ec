-- kit-find-event-gaps
-- Parameters: $1 text, $2 double precision, $3 bigint
-- Columns: source text, subject text, first bigint, last bigint, isBegun boolean
select
  waiting.source, waiting.subject,
  coalesce(next_sequence, 1) as first,
  waiting.sequence - 1 as last,
  next_sequence is not null as "isBegun"
from
  (
    select source, subject, min(sequence) as sequence, min(parked) as parked
    from kit.parked_event
    where consumer = $1 and sequence is not null
    group by source, subject
  ) as waiting
  left join kit.event_position as position on position.consumer = $1
  and position.source = waiting.source
  and position.subject = waiting.subject
where
  waiting.sequence > coalesce(next_sequence, 1)
  and not exists (
    select
    from kit.dead_letter as letter
    where
      letter.consumer = $1
      and letter.source = waiting.source
      and letter.subject = waiting.subject
      and letter.sequence between coalesce(next_sequence, 1) and waiting.sequence - 1
  )
  and waiting.parked <= clock_timestamp() - $2 * interval '1 ms'
order by waiting.parked
limit $3
