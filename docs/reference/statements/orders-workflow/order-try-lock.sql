-- order-try-lock
-- Parameters: $1 integer, $2 integer
-- Columns: locked boolean
select pg_try_advisory_xact_lock($1, $2) as locked
