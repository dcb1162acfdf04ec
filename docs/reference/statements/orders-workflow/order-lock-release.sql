-- order-lock-release
-- Parameters: $1 text, $2 text
delete from order_lock
where order_id = $1 and holder = $2
