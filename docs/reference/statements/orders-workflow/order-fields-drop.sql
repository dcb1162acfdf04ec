-- order-fields-drop
-- Parameters: $1 text[]
-- Columns: key text
delete from order_field
where ctid = any (array(select ctid from order_field where key = any ($1) limit 100))
returning key
