-- run-end-waiting
-- Parameters: $1 json
-- Columns: id uuid
update workflow_run
set state = e.state, finished = e.finished, next = e.next, waiting = null, next_attempt = null
from json_to_recordset($1::json) as e (id uuid, state text, next json, finished timestamptz)
where workflow_run.id = e.id and workflow_run.state = 'Waiting'
returning workflow_run.id
