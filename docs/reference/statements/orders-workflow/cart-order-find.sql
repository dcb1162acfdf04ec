-- cart-order-find
-- Parameters: $1 text
-- Columns: orderId text, document json, versionId uuid, storeId text
select o.id as "orderId", o.document, o.version_id as "versionId", o.store_id as "storeId"
from cart_order as c join "order" as o on o.id = c.order_id
where c.cart_id = $1
