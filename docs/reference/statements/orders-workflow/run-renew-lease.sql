-- run-renew-lease
-- Parameters: $1 uuid, $2 integer
-- Columns: id uuid
update workflow_run
set lease_until = now() + interval '15 seconds'
where id = $1 and fencing_token = $2 and state = 'Running'
returning id
