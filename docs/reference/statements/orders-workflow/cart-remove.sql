-- cart-remove
-- Parameters: $1 text
delete from cart
where id = $1
