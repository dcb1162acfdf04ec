-- inventory-close
-- Parameters: $1 text
update inventory_movement
set is_closed = true
where order_id = $1 and not is_closed
