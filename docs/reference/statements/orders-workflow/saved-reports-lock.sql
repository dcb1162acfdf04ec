-- saved-reports-lock
-- Parameters: $1 integer
-- Columns: pg_advisory_xact_lock void
select pg_advisory_xact_lock($1, 0)
