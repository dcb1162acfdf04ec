-- customer-key-of-order
-- Parameters: $1 text, $2 text[] or null
-- Columns: customer_key text
select coalesce(customer_key, '') as customer_key
from order_customer
where
  order_id = $1
  and not is_deleted
  and customer_key is not null
  and ($2::text[] is null or store_id = any ($2))
