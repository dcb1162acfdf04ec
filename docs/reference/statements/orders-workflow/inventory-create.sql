-- inventory-create
-- Parameters: $1 text[], $2 text[], $3 timestamp with time zone
insert into
  inventory (sku_id, warehouse_code, quantity, reserved_quantity, event_sequence, modified)
select sku_id, warehouse_code, 0, 0, 0, $3::timestamptz
from unnest($1::text[], $2::text[]) with ordinality as wanted (sku_id, warehouse_code, position)
order by sku_id collate "C", warehouse_code collate "C"
on conflict do nothing
