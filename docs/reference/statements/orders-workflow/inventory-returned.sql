-- inventory-returned
-- Parameters: $1 text, $2 text or null
-- Columns: return_id text or null, line_item_id text or null, sku_id text, warehouse_code text,
--   units numeric
select return_id, line_item_id, sku_id, warehouse_code, sum(quantity_delta) as units
from inventory_movement
where order_id = $1 and not is_closed and kind = 'Return' and ($2::text is null or return_id = $2)
group by return_id, line_item_id, sku_id, warehouse_code
having sum(quantity_delta) > 0
order by min(id)
