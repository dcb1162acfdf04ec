-- product-version-read
-- Parameters: $1 text, $2 text[]
-- Columns: document json
select document
from product_version
where product_id = $1 and version_id::text = any ($2)
order by revision desc
limit 1
