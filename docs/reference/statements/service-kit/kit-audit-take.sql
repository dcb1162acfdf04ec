-- kit-audit-take
-- Parameters: $1 bigint
-- Columns: place bigint, entry text
select place, entry
from kit.audit_waiting
order by place
limit $1
