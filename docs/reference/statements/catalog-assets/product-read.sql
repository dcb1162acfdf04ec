-- product-read
-- Parameters: $1 text
-- Columns: version_id uuid, document json
select version_id, document
from product
where product_id = $1
