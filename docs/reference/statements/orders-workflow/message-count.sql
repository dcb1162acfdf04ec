-- message-count
-- Columns: kind text, waiting bigint, failed bigint, age double precision
select
  kind,
  count(*) filter (where state = 'Waiting') as waiting,
  count(*) filter (where state = 'Failed') as failed,
  greatest(
    0,
    coalesce(extract(epoch from now() - min(created) filter (where state = 'Waiting')), 0)
  )::float8 as age
from message
where next_attempt is not null or compose_at is not null
group by kind
