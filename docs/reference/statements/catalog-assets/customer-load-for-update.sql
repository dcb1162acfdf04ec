-- customer-load-for-update
-- Parameters: $1 text
-- Columns: document json
select document
from business_customer
where customer_id = $1
for no key update
