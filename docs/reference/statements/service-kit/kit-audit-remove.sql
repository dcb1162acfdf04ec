-- kit-audit-remove
-- Parameters: $1 bigint[]
delete from kit.audit_waiting
where place = any ($1::bigint[])
