-- inventory-rename-lines
-- Parameters: $1 text, $2 text[], $3 text[]
update inventory_movement as m
set line_item_id = r.new_id
from unnest($2::text[], $3::text[]) as r (old_id, new_id)
where m.order_id = $1 and not m.is_closed and m.line_item_id = r.old_id
