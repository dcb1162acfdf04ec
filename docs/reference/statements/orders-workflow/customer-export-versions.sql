-- customer-export-versions
-- Parameters: $1 text, $2 text, $3 bigint
-- Columns: id text, order_id text, document json
select
  v.order_id || '/' || lpad(v.version_number::text, 20, '0') as id,
  v.order_id,
  coalesce(v.document, 'null') as document
from order_customer as c join order_version as v on v.order_id = c.order_id
where
  c.customer_key = $1
  and v.document is not null
  and v.order_id || '/' || lpad(v.version_number::text, 20, '0') > $2
order by 1
limit $3
