-- customer-export-messages
-- Parameters: $1 text, $2 text, $3 bigint
-- Columns: id text, order_id text or null, document json
select
  m.id::text as id,
  m.order_id,
  json_build_object('kind', m.kind, 'state', m.state, 'created', m.created, 'sent', m.sent, 'content', m.content) as document
from order_customer as c join message as m on m.order_id = c.order_id
where c.customer_key = $1 and m.id::text > $2
order by 1
limit $3
