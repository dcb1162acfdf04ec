-- erasure-cart-customers
-- Parameters: $1 text, $2 bigint
-- Columns: id text, customer_id text or null, number text or null, email text or null,
--   phone text or null
select
  id,
  document ->> 'customerId' as customer_id,
  document ->> 'customerNumber' as number,
  document ->> 'customerEmail' as email,
  document ->> 'customerPhone' as phone
from cart
where id > $1
order by id
limit $2
