-- product-last-revision
-- Parameters: $1 text
-- Columns: revision integer or null
select max(revision) as revision
from product_version
where product_id = $1
