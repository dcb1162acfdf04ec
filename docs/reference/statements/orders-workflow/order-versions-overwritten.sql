-- order-versions-overwritten
-- Parameters: $1 text, $2 integer, $3 text
-- Columns: version_id uuid
select version_id
from order_version
where
  order_id = $1
  and version_number < $2
  and version_number > (
    select version_number
    from order_version
    where order_id = $1 and version_id::text = lower($3)
  )
order by version_number desc
limit 200
