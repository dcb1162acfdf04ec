-- job-results
-- Parameters: $1 uuid, $2 integer, $3 text or null, $4 bigint
-- Columns: position integer, key text, order_id text or null, outcome text or null,
--   reason text or null, finished timestamp with time zone or null
select position, key, order_id, outcome, reason, finished
from job_item
where job_id = $1 and position > $2 and outcome is not null and ($3::text is null or outcome = $3)
order by position
limit $4
