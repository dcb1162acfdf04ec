-- product-versions-since
-- Parameters: $1 text, $2 text
-- Columns: version_id uuid
select version_id
from product_version
where
  product_id = $1
  and revision > (
    select revision
    from product_version
    where product_id = $1 and version_id::text = $2
  )
order by revision desc
limit 100
