-- audit-checkpoint
-- Columns: sequence bigint, hash text
select sequence, hash
from audit_checkpoint
order by sequence desc
limit 1
