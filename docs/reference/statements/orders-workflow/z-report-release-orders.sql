-- z-report-release-orders
-- Parameters: $1 text, $2 text[], $3 text
with
  -- the orders, which are reported no longer
  gone as (delete from z_report_order where z_report_id = $1 and order_id = any ($2)),
  -- their payments, which are reported no longer
  uncounted as (delete from z_report_payment where z_report_id = $1 and order_id = any ($2)),
  -- their refunds, which wait again
  refunds as (
    insert into z_report_refund_waiting (order_id, store_id, version_number)
    select o.id, $3, o.version_number
    from "order" o
    where
      o.id = any ($2)
      and exists (select from order_return r where r.order_id = o.id and r.register_id is not null)
    on conflict do nothing
  )
insert into z_report_waiting (order_id, store_id, version_number)
select id, store_id, version_number
from "order"
where id = any ($2)
on conflict do nothing
