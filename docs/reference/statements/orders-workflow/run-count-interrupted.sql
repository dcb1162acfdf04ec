-- run-count-interrupted
-- Columns: count bigint
select count(*) as count
from workflow_run
where state = 'Interrupted'
