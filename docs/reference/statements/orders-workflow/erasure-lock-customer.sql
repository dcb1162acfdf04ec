-- erasure-lock-customer
-- Parameters: $1 integer, $2 text
-- Columns: locked text
select pg_advisory_xact_lock($1, hashtext ($2))::text as locked
