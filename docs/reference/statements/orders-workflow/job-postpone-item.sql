-- job-postpone-item
-- Parameters: $1 uuid, $2 integer, $3 integer, $4 double precision
-- Columns: position integer
update job_item
set lease_until = now() + $4 * interval '1 millisecond'
where job_id = $1 and position = $2 and attempt = $3 and outcome is null
returning position
