-- inventory-lock
-- Parameters: $1 text[], $2 text[]
-- Columns: sku_id text, warehouse_code text, quantity numeric, reserved_quantity numeric,
--   event_sequence bigint, modified timestamp with time zone, low_stock_at numeric or null
select
  i.sku_id, i.warehouse_code, i.quantity, i.reserved_quantity, i.event_sequence, i.modified,
  i.low_stock_at
from
  unnest($1::text[], $2::text[]) with ordinality as wanted (sku_id, warehouse_code, position)
  join inventory as i on i.sku_id = wanted.sku_id
  and i.warehouse_code = wanted.warehouse_code
where wanted.position between 0 and 9007199254740991
order by i.sku_id, i.warehouse_code
for update of i
