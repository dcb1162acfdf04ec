-- carriers-lock
-- Parameters: $1 text[]
-- Columns: count bigint
with
  -- the rows, locked in their order
  locked as (
    select
    from product
    where product_id in (select product_id from asset_place where asset_id = any ($1))
    order by product_id
    for no key update
  )
select count(*)
from locked
