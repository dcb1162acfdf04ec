-- inventory-load
-- Parameters: $1 text[], $2 text[] or null
-- Columns: sku_id text, warehouse_code text, quantity numeric, reserved_quantity numeric,
--   event_sequence bigint, modified timestamp with time zone, low_stock_at numeric or null
select
  i.sku_id, i.warehouse_code, i.quantity, i.reserved_quantity, i.event_sequence, i.modified,
  i.low_stock_at
from inventory as i
where i.sku_id = any ($1) and ($2::text[] is null or i.warehouse_code = any ($2))
order by i.sku_id, i.warehouse_code
