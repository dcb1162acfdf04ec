-- customer-export-notes
-- Parameters: $1 text, $2 text, $3 bigint
-- Columns: id text, order_id text or null, document json
select
  n.id::text as id,
  null::text as order_id,
  json_build_object('text', n.text, 'author', n.author, 'created', n.created, 'edited', n.edited) as document
from customer_note as n
where n.customer_key = $1 and n.id::text > $2
order by 1
limit $3
