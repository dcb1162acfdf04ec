-- run-open-calls
-- Parameters: $1 text
select
from workflow_step_attempt
where open_for = $1
