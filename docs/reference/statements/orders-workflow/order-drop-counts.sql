-- order-drop-counts
-- Parameters: $1 text[]
delete from order_count
where key = any ($1)
