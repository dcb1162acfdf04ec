-- message-versions
-- Parameters: $1 text[], $2 integer[]
-- Columns: order_id text, version_number integer, document json
select v.order_id, v.version_number, v.document
from
  unnest($1::text[], $2::int[]) as wanted (order_id, version_number)
  join order_version_content as v on v.order_id = wanted.order_id
  and v.version_number = wanted.version_number
where wanted.version_number between 0 and 9007199254740991
