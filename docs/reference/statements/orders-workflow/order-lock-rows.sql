-- order-lock-rows
-- Parameters: $1 text[]
-- Columns: id text
with
  -- orders that nobody holds, now locked
  free as materialized (
    select id
    from "order"
    where id = any ($1)
    order by id
    for no key update skip locked
  )
select id
from "order"
where id = any ($1) and id not in (select id from free)
