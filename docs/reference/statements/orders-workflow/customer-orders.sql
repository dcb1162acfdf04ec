-- customer-orders
-- Parameters: $1 text, $2 text[] or null, $3 bigint, $4 bigint
-- Columns: id text, order_number text or null, created timestamp with time zone, store_id text,
--   order_type text, status text, payment_status text, fulfilment_status text or null,
--   currency text, turnover text, returned text
select
  o.id,
  o.document ->> 'orderNumber' as order_number,
  page.created, s.store_id, s.order_type, s.status, s.payment_status, s.fulfilment_status,
  page.currency,
  page.turnover::text as turnover,
  page.returned::text as returned
from
  (
    select *
    from order_customer as c
    where c.customer_key = $1 and not c.is_deleted and ($2::text[] is null or c.store_id = any ($2))
    order by c.created desc, c.order_id desc
    limit $3
    offset $4
  ) as page
  join "order" as o on o.id = page.order_id
  join order_search as s on s.order_id = page.order_id
order by page.created desc, page.order_id desc
