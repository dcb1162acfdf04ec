-- audit-end
-- Columns: sequence bigint, hash text
select sequence, hash
from audit_end
