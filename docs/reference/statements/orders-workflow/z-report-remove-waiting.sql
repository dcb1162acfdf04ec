-- z-report-remove-waiting
-- Parameters: $1 text[], $2 integer[], $3 text
with
  -- the orders at the versions that the close has read
  seen as (select * from unnest($1::text[], $2::int[]) as seen (order_id, version_number)),
  -- refunds at this register, unless the order has changed since
  refunds as (
    delete from z_report_refund_waiting w using seen
    where w.order_id = seen.order_id and w.store_id = $3 and w.version_number <= seen.version_number
  )
delete from z_report_waiting w using seen
where w.order_id = seen.order_id and w.store_id = $3 and w.version_number <= seen.version_number
