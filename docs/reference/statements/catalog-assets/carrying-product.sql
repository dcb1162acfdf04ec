-- carrying-product
-- Parameters: $1 text[]
-- Columns: document json
select document
from product
where product_id in (select product_id from asset_place where asset_id = any ($1))
order by product_id
