-- order-by-cart
-- Parameters: $1 text, $2 text[] or null
-- Columns: version_id uuid, document json
select o.version_id, o.document
from
  "order" o
  join (
    select order_id
    from order_search
    where cart_id = $1 and not is_deleted and ($2::text[] is null or store_id = any ($2))
    order by created desc, order_id desc
    limit 1
  ) s on s.order_id = o.id
