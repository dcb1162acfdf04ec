-- posting-lock-build
-- Parameters: $1 text
-- Columns: pg_advisory_xact_lock void
select pg_advisory_xact_lock(hashtextextended ($1, 0))
