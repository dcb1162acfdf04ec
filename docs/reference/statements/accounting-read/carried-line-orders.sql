-- carried-line-orders
-- Parameters: $1 text, $2 text, $3 date
-- Columns: orderId text
select distinct t.order_id as "orderId"
from
  (
    select distinct posting_id, from_date
    from carried_line
    where store_id = $1 and currency_code = $2 and to_date = $3
  ) c
  join posting p on p.id = c.posting_id
  and p.source = 'WebFulfillment'
  join payment_transaction t on t.is_booked
  and t.store_id = $1
  and t.currency_code = $2
  and t.posting_date = c.from_date
where not t.order_id = any (p.order_ids)
