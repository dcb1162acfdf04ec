-- job-item-begun
-- Parameters: $1 uuid, $2 integer, $3 integer
-- Columns: position integer
update job_item
set has_begun = true
where job_id = $1 and position = $2 and attempt = $3 and outcome is null
returning position
