-- kit-due-reconciliation
-- Parameters: $1 text, $2 double precision
-- Columns: from timestamp with time zone, version text or null, isRequested boolean, isDue boolean
select
  case
    when reconciled is null then greatest(requested_from, clock_timestamp() - 2588400000 * interval '1 ms')
    else least(requested_from, reconciled)
  end as "from",
  known.xmin::text as version,
  requested_from is not null as "isRequested",
  coalesce(finished <= clock_timestamp() - $2 * interval '1 ms', true) as "isDue"
from (select $1::text as consumer) as asked left join kit.reconciliation as known using (consumer)
