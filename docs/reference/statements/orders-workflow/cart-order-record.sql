-- cart-order-record
-- Parameters: $1 text, $2 text
insert into cart_order (cart_id, order_id)
values ($1, $2)
