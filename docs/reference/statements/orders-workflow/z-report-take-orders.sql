-- z-report-take-orders
-- Parameters: $1 text, $2 text[], $3 text[], $4 text[]
-- Columns: count bigint
with
  -- the orders that no other report has
  held as (
    insert into z_report_order (order_id, z_report_id)
    select unnest($2::text[]), $1
    on conflict do nothing
    returning 1
  ),
  -- the payments that no other report has
  counted as (
    insert into z_report_payment (order_id, payment_id, z_report_id)
    select *, $1
    from unnest($3::text[], $4::text[])
    on conflict do nothing
    returning 1
  )
select (select count(*) from held) + (select count(*) from counted) as count
