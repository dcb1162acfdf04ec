-- run-count-waiting
-- Columns: reason_class text or null, connector text or null, count integer,
--   oldest_seconds double precision or null
select
  waiting -> 0 ->> 'reasonClass' as reason_class,
  waiting -> 0 ->> 'connector' as connector,
  count(*)::int as count,
  extract(epoch from now() - min((waiting -> 0 ->> 'since')::timestamptz))::float as oldest_seconds
from workflow_run
where state = 'Waiting' and next_attempt is not null
group by 1, 2
