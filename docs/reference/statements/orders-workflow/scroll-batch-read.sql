-- scroll-batch-read
-- Parameters: $1 uuid, $2 integer
-- Columns: order_ids text[], version_numbers integer[]
select order_ids, version_numbers
from scroll_batch
where scroll_id = $1 and number = $2
