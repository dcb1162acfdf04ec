-- customer-page
-- Parameters: $1 text, $2 bigint
-- Columns: customer_id text, document json
select customer_id, document
from business_customer
where customer_id > $1
order by customer_id
limit $2
