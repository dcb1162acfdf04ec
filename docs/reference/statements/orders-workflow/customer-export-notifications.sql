-- customer-export-notifications
-- Parameters: $1 text, $2 text, $3 bigint
-- Columns: id text, order_id text or null, document json
select
  lpad(s.id::text, 20, '0') as id,
  s.order_id,
  json_build_object('kind', s.kind, 'subject', s.subject, 'text', s.text, 'created', s.created) as document
from staff_notification as s
where
  (
    s.customer_key = $1
    or s.order_id in (select order_id from order_customer where customer_key = $1)
  )
  and lpad(s.id::text, 20, '0') > $2
order by 1
limit $3
