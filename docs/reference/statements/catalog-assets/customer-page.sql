-- customer-page
-- Parameters: $1 text, $2 bigint, $3 text[]
-- Columns: customer_id text, document json
select customer_id, document
from business_customer
where
  customer_id > $1
  and (
    $3::text[] = '{}'
    or lower(customer_id || ' ' || coalesce(document ->> 'name', '')) like all ($3)
  )
order by customer_id
limit $2
