-- run-return-calls
-- Parameters: $1 text
-- Columns: return_id text or null
select r.return_id
from workflow_step_attempt as a join workflow_run as r on r.id = a.run_id
where a.open_for = $1 and r.return_id is not null
