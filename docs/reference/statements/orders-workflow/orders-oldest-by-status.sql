-- orders-oldest-by-status
-- Parameters: $1 text[]
-- Columns: status text, created timestamp with time zone
select wanted.status, oldest.created
from
  unnest($1::text[]) as wanted (status)
  cross join lateral (
    select created
    from order_search as s
    where s.status = wanted.status
    order by created
    limit 1
  ) as oldest
