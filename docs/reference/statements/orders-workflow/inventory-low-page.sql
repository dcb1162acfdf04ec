-- inventory-low-page
-- Parameters: $1 numeric, $2 text, $3 text, $4 numeric, $5 text[] or null, $6 bigint
-- Columns: sku_id text, warehouse_code text, quantity numeric, reserved_quantity numeric,
--   event_sequence bigint, modified timestamp with time zone
select i.sku_id, i.warehouse_code, i.quantity, i.reserved_quantity, i.event_sequence, i.modified
from inventory as i
where
  (i.quantity - i.reserved_quantity, i.sku_id, i.warehouse_code) > ($1, $2, $3)
  and i.quantity - i.reserved_quantity <= $4
  and ($5::text[] is null or i.warehouse_code = any ($5))
order by i.quantity - i.reserved_quantity, i.sku_id, i.warehouse_code
limit $6
