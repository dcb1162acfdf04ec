-- audit-remove
-- Parameters: $1 timestamp with time zone, $2 integer
-- Columns: removed integer
select remove_old_audit ($1, $2)::int as removed
