-- job-renew-lease
-- Parameters: $1 uuid, $2 integer, $3 integer
-- Columns: position integer
update job_item
set lease_until = now() + interval '15 seconds'
where job_id = $1 and position = $2 and attempt = $3 and outcome is null
returning position
