-- kit-read-reconciliation
-- Parameters: $1 text
-- Columns: isDone boolean, result text or null, age double precision or null
select
  requested_from is null as "isDone",
  result::text as result,
  extract(epoch from clock_timestamp() - finished)::float8 as age
from kit.reconciliation
where consumer = $1
