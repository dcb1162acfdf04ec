-- erasure-open-keys
-- Columns: customer_key text
select customer_key
from customer_erasure
