-- run-other-calls
-- Parameters: $1 text, $2 uuid or null
select
from workflow_step_attempt
where open_for = $1 and run_id is distinct from $2
