-- order-fold-counts
-- Columns: taken bigint, emptied text[]
with
  -- the oldest changes of counts
  taken as (
    delete from order_count_delta
    where id in (select id from order_count_delta order by id limit 5000)
    returning
      status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
      tags, shipping_methods, count
  ),
  -- their sum for each combination
  summed as (
    select
      encode(
        sha256(
          convert_to(
            (
              jsonb_build_array(status, order_type, store_id, market_id, sales_channel, payment_status, tags, shipping_methods) || case
                when fulfilment_status is null then '[]'
                else jsonb_build_array(fulfilment_status)
              end
            )::text,
            'UTF8'
          )
        ),
        'hex'
      ) as key,
      status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
      tags, shipping_methods,
      sum(count) as count
    from taken
    group by
      status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
      tags, shipping_methods
  ),
  -- the counts of these combinations
  folded as (
    insert into
      order_count as c (
        key, status, order_type, store_id, market_id, sales_channel, payment_status,
        fulfilment_status, tags, shipping_methods, count
      )
    select
      key, s.status, s.order_type, s.store_id, s.market_id, s.sales_channel, s.payment_status,
      s.fulfilment_status, s.tags, s.shipping_methods, count
    from summed as s
    where count <> 0
    on conflict (key) do update
    set count = c.count + excluded.count
    returning key, count
  )
select
  (select count(*) from taken) as taken,
  array(select key from folded where count = 0) as emptied
