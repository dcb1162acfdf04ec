-- cart-order-take
-- Parameters: $1 text, $2 integer
-- Columns: id text
update cart
set version_number = version_number + 1
where id = $1 and version_number = $2
returning id
