-- customer-read
-- Parameters: $1 text
-- Columns: document json
select document
from business_customer
where customer_id = $1
