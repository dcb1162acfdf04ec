-- kit-try-lock
-- Parameters: $1 integer, $2 text
-- Columns: locked boolean
select pg_try_advisory_lock($1, hashtext ($2)) as locked
