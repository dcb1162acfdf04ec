-- order-version-load
-- Parameters: $1 text, $2 uuid[]
-- Columns: document json
select document
from order_version_content
where order_id = $1 and version_id = any ($2::uuid[])
order by version_number desc
limit 1
