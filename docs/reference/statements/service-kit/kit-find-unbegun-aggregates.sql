-- kit-find-unbegun-aggregates
-- Parameters: $1 text, $2 text[], $3 text[]
-- Columns: rank integer
select asked.rank::int as rank
from
  unnest($2::text[], $3::text[]) with ordinality as asked (source, subject, rank)
  join (
    select waiting.source, waiting.subject
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
      and next_sequence is null
  ) as unbegun using (source, subject)
