-- inventory-low-page
-- Parameters: $1 numeric, $2 text, $3 text, $4 numeric, $5 text[] or null, $6 bigint
-- Columns: sku_id text, warehouse_code text, quantity numeric, reserved_quantity numeric,
--   event_sequence bigint, modified timestamp with time zone, low_stock_at numeric or null
with
  -- the levels that are low by the settings
  usual as (
    select
      i.sku_id, i.warehouse_code, i.quantity, i.reserved_quantity, i.event_sequence, i.modified,
      i.low_stock_at
    from inventory as i
    where
      (i.quantity - i.reserved_quantity, i.sku_id, i.warehouse_code) > ($1, $2, $3)
      and ($5::text[] is null or i.warehouse_code = any ($5))
      and i.quantity - i.reserved_quantity <= $4
      and i.low_stock_at is null
    order by i.quantity - i.reserved_quantity, i.sku_id, i.warehouse_code
    limit $6
  ),
  -- those that are low by a limit of their own
  own as (
    select
      i.sku_id, i.warehouse_code, i.quantity, i.reserved_quantity, i.event_sequence, i.modified,
      i.low_stock_at
    from inventory as i
    where
      (i.quantity - i.reserved_quantity, i.sku_id, i.warehouse_code) > ($1, $2, $3)
      and ($5::text[] is null or i.warehouse_code = any ($5))
      and i.quantity - i.reserved_quantity <= i.low_stock_at
    order by i.quantity - i.reserved_quantity, i.sku_id, i.warehouse_code
    limit $6
  )
select
  i.sku_id, i.warehouse_code, i.quantity, i.reserved_quantity, i.event_sequence, i.modified,
  i.low_stock_at
from (select * from usual union all select * from own) as i
order by i.quantity - i.reserved_quantity, i.sku_id, i.warehouse_code
limit $6
