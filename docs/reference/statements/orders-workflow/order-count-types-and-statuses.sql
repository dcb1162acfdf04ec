-- order-count-types-and-statuses
-- Parameters: $1 text
-- Columns: orderType text, status text, count double precision
select c.order_type as "orderType", c.status, sum(c.count)::float8 as count
from
  (
    select
      status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
      tags, shipping_methods, count
    from order_count
    union all
    select
      status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
      tags, shipping_methods, count
    from order_count_delta
  ) as c
where c.status <> $1
group by c.order_type, c.status
having sum(c.count) > 0
order by c.order_type, c.status
