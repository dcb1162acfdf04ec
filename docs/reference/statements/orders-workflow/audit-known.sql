-- audit-known
-- Parameters: $1 uuid[]
-- Columns: id uuid
select id
from audit_record
where id = any ($1::uuid[])
