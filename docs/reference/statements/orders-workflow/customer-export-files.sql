-- customer-export-files
-- Parameters: $1 text, $2 text, $3 bigint
-- Columns: id text, order_id text, document json
select
  f.order_id || '/' || f.asset_id as id,
  f.order_id,
  json_build_object('fileName', f.file_name, 'created', f.created, 'content', f.model) as document
from order_customer as c join order_file as f on f.order_id = c.order_id
where c.customer_key = $1 and f.order_id || '/' || f.asset_id > $2
order by 1
limit $3
