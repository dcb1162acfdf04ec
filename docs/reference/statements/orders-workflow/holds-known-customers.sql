-- holds-known-customers
-- Parameters: $1 text[]
-- Columns: customer_id text
select customer_id
from unnest($1::text[]) as wanted (customer_id)
where
  exists (
    select
    from order_search as s
    where s.customer_id = wanted.customer_id and not s.is_deleted
  )
