-- kit-find-unhandled-events
-- Parameters: $1 text, $2 text[], $3 text[], $4 bigint[], $5 bigint
-- Columns: source text, subject text, sequence bigint, rank integer
select published.source, published.subject, expected.sequence, published.rank::int as rank
from
  unnest($2::text[], $3::text[], $4::bigint[]) with ordinality as published (source, subject, last, rank)
  left join kit.event_position as position on position.consumer = $1
  and position.source = published.source
  and position.subject = published.subject,
  lateral generate_series(coalesce(next_sequence, 1), published.last) as expected (sequence)
where
  not exists (
    select
    from kit.parked_event as parked
    where
      parked.consumer = $1
      and parked.source = published.source
      and parked.subject = published.subject
      and parked.sequence = expected.sequence
  )
  and not exists (
    select
    from kit.dead_letter as letter
    where
      letter.consumer = $1
      and letter.source = published.source
      and letter.subject = published.subject
      and letter.sequence = expected.sequence
  )
order by published.rank, expected.sequence
limit $5
