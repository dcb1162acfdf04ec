-- product-codes-read
-- Parameters: $1 text[]
-- Columns: code text, product_id text, is_sku boolean
select code, product_id, is_sku
from product_code
where code = any ($1)
