-- holds-lock-customers
-- Parameters: $1 integer, $2 text[]
-- Columns: pg_advisory_xact_lock void
select pg_advisory_xact_lock($1, key)
from
  (
    select distinct hashtext (customer) as key
    from unnest($2::text[]) as customer
    order by key
  ) as keys
