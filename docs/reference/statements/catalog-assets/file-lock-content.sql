-- file-lock-content
-- Parameters: $1 text
-- Columns: pg_advisory_xact_lock void
select pg_advisory_xact_lock(6204, hashtext ($1))
