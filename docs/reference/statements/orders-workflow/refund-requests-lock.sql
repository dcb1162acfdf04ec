-- refund-requests-lock
-- Parameters: $1 integer, $2 text
-- Columns: pg_advisory_xact_lock void
select pg_advisory_xact_lock($1, hashtext ($2))
