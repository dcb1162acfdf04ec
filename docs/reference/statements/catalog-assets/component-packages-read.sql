-- component-packages-read
-- Parameters: $1 text, $2 text[] or null
-- Columns: product_id text
select product_id
from component_edge
where component_product_id = $1 and ($2::text[] is null or sku_ids && $2::text[])
order by product_id
limit 10
