-- component-lock
-- Parameters: $1 bigint
-- Columns: pg_advisory_xact_lock void
select pg_advisory_xact_lock($1)
