-- order-lock-renew
-- Parameters: $1 text, $2 text, $3 double precision
update order_lock
set expires = now() + $3 * interval '1 second'
where order_id = $1 and holder = $2
