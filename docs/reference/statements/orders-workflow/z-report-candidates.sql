-- z-report-candidates
-- Parameters: $1 text, $2 text, $3 text
-- Columns: id text, versionNumber integer, document json, published json or null,
--   reportedIn text or null, paymentReports json
select
  o.id,
  o.version_number as "versionNumber",
  o.document,
  coalesce(o.published_allocations, o.told_payments) as published,
  r.z_report_id as "reportedIn",
  (
    select coalesce(json_object_agg(p.payment_id, p.z_report_id), '{}')
    from z_report_payment p
    where p.order_id = o.id
  ) as "paymentReports"
from
  (
    select order_id
    from z_report_order
    where z_report_id = $1
    union
    select order_id
    from z_report_payment
    where z_report_id = $1
    union
    select order_id
    from z_report_waiting
    where store_id = $2
    union
    select order_id
    from z_report_refund_waiting
    where store_id = $2
  ) candidate
  join "order" o on o.id = candidate.order_id
  left join z_report_order r on r.order_id = o.id
where o.id > $3 and (r.order_id is not null or not o.is_deleted)
order by o.id
limit 200
