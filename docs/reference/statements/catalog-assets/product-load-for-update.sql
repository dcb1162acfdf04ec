-- product-load-for-update
-- Parameters: $1 text
-- Columns: document json
select document
from product
where product_id = $1
for no key update
