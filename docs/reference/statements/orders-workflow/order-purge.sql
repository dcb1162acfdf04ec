-- order-purge
-- Parameters: $1 text, $2 bigint, $3 json, $4 timestamp with time zone
-- Columns: id text
with
  -- the order with all that refers to it
  gone as (delete from "order" where id = $1 returning id, version_id),
  -- its part of the counts of facets
  uncounted as (
    insert into
      order_count_delta (
        status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
        tags, shipping_methods, count
      )
    select
      status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
      tags, shipping_methods,
      -1
    from order_search
    where order_id = $1 and exists (select from gone)
  ),
  -- the change, for the feed of changes
  noted as (
    insert into order_change_pending (order_id, version_id, kind, occurred, store_id, order_type)
    select g.id, g.version_id, 'purged', $4, s.store_id, s.order_type
    from gone as g join order_search as s on s.order_id = g.id
  ),
  -- where its events ended
  remembered as (
    insert into purged_order (order_id, event_sequence)
    select id, $2
    from gone
    on conflict (order_id) do update
    set event_sequence = excluded.event_sequence
  ),
  -- its messages that are sent or given up
  forgotten as (
    delete from message
    where order_id = $1 and state <> 'Waiting' and exists (select from gone)
    returning id, kind, created, kept_in
  ),
  -- the copies of these in folders, which are still to be removed
  unkept as (
    insert into message_file_removal (folder, kind, message_id, message_created)
    select folder, kind, id, created
    from forgotten cross join lateral unnest(kept_in) as folder
  ),
  -- its messages that still wait
  freed as (
    update message
    set order_id = null
    where order_id = $1 and state = 'Waiting' and exists (select from gone)
  ),
  -- what people were told of it
  untold as (delete from staff_notification where order_id = $1 and exists (select from gone)),
  -- its deliveries to webhooks that have ended
  undelivered as (
    delete from webhook_delivery
    where order_id = $1 and state <> 'Waiting' and exists (select from gone)
  ),
  -- those that still wait
  detached as (
    update webhook_delivery
    set order_id = null
    where order_id = $1 and state = 'Waiting' and exists (select from gone)
  ),
  -- reasons of jobs, which may name its content
  unexplained as (
    update job_item
    set reason = null
    where order_id = $1 and reason is not null and exists (select from gone)
  ),
  -- the list of what a restored backup must lose again
  listed as (
    insert into erasure (kind, subject, erased)
    select 'Order', erasure_subject ('Order', id), $4
    from gone
    on conflict do nothing
  ),
  -- the event of the purge
  published as (
    insert into kit.outbox (event_id, type, traceparent, envelope)
    select (event ->> 'id')::uuid, event ->> 'type', event ->> 'traceparent', event::text
    from json_array_elements($3::json) with ordinality as new (event, position)
    where exists (select from gone)
    order by position
  )
select id
from gone
