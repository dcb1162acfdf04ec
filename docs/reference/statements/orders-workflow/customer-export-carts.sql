-- customer-export-carts
-- Parameters: $1 text[], $2 text, $3 bigint
-- Columns: id text, order_id text or null, document json
select c.id, o.order_id, c.document
from cart as c left join cart_order as o on o.cart_id = c.id
where c.document::text ilike any ($1) and c.id > $2
order by 1
limit $3
