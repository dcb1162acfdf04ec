-- inventory-low-limits
-- Parameters: $1 text[], $2 text[], $3 numeric[]
update inventory as i
set low_stock_at = w.low_stock_at
from unnest($1::text[], $2::text[], $3::numeric[]) as w (sku_id, warehouse_code, low_stock_at)
where i.sku_id = w.sku_id and i.warehouse_code = w.warehouse_code
