-- customer-export-deliveries
-- Parameters: $1 text, $2 text, $3 bigint
-- Columns: id text, order_id text or null, document json
select
  lpad(d.id::text, 20, '0') as id,
  d.order_id,
  json_build_object('subscriptionId', d.subscription_id, 'state', d.state, 'created', d.created, 'event', d.envelope) as document
from order_customer as c join webhook_delivery as d on d.order_id = c.order_id
where c.customer_key = $1 and lpad(d.id::text, 20, '0') > $2
order by 1
limit $3
