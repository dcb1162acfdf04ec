-- cart-load
-- Parameters: $1 text, $2 timestamp with time zone
-- Columns: document json, version_id uuid, version_number integer, has_fixed_expiry boolean,
--   versions json, order_id text or null
select c.document, c.version_id, c.version_number, c.has_fixed_expiry, c.versions, o.order_id
from cart as c left join cart_order as o on o.cart_id = c.id
where c.id = $1 and c.expires > $2
