-- order-change-positions
-- Columns: count bigint
with
  -- the oldest changes that have no position yet
  taken as (
    delete from order_change_pending
    where id in (select id from order_change_pending order by id limit 1000)
    returning id, order_id, version_id, kind, occurred, store_id, order_type
  ),
  -- the same with the next positions
  placed as (
    insert into order_change (position, order_id, version_id, kind, occurred, store_id, order_type)
    select
      coalesce((select max(position) from order_change), 0) + row_number() over (order by id),
      order_id, version_id, kind, occurred, store_id, order_type
    from taken
    returning position
  )
select count(*) as count
from placed
