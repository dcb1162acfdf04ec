-- migration-rename-runs
-- Parameters: $1 json
update workflow_run as r
set status = m.status, plan = m.plan, next = m.next, waiting = m.waiting
from
  json_to_recordset($1::json) as m (id uuid, "fencingToken" int, status text, plan json, next json, waiting json)
where r.id = m.id and r.fencing_token = m."fencingToken"
