-- order-file-store
-- Parameters: $1 text, $2 text, $3 bytea
-- Columns: content bytea or null
update order_file
set content = coalesce(content, $3)
where order_id = $1 and asset_id = $2
returning content
