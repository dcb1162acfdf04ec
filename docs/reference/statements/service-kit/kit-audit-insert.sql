-- kit-audit-insert
-- Parameters: $1 uuid[], $2 text[]
insert into kit.audit_waiting (id, entry)
select *
from unnest($1::uuid[], $2::text[])
on conflict (id) do nothing
