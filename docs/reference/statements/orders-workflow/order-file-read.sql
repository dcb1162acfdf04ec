-- order-file-read
-- Parameters: $1 text, $2 text
-- Columns: store_id text, file_name text, content bytea or null, model json
select o.store_id, f.file_name, f.content, f.model
from order_file as f join "order" as o on o.id = f.order_id
where f.order_id = $1 and f.asset_id = $2
