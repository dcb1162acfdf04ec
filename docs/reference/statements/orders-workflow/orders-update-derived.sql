-- orders-update-derived
-- Parameters: $1 json
-- Columns: count bigint
with
  -- the rows of the orders
  written as (
    select *
    from
      json_to_recordset($1::json) as w (
        order_id text, version_number integer, document json, status text, order_type text,
        store_id text, market_id text, sales_channel text, payment_status text,
        fulfilment_status text, inventory_status text, pick_places text[], tags text[],
        shipping_methods text[], is_deleted boolean, is_urgent boolean, has_errors boolean,
        held_since timestamptz, hold_until timestamptz, order_number text, customer_id text,
        cart_id text, secret_key_hash bytea, customer_name_key text, total numeric,
        created timestamptz, modified timestamptz, completed timestamptz,
        ready_for_pickup timestamptz, follow_up timestamptz, requested_delivery timestamptz,
        authorization_expires timestamptz, first_payment timestamptz, last_payment timestamptz,
        terms text[], search_text text, payments jsonb
      )
  ),
  -- the orders with their derived fields
  documented as (
    update "order" as o
    set document = w.document
    from written as w
    where o.id = w.order_id
  ),
  -- their search rows
  searched as (
    update order_search as s
    set
      (
        version_number, status, order_type, store_id, market_id, sales_channel, payment_status,
        fulfilment_status, inventory_status, pick_places, tags, shipping_methods, is_deleted,
        is_urgent, has_errors, held_since, hold_until, order_number, customer_id, cart_id,
        secret_key_hash, customer_name_key, total, created, modified, completed, ready_for_pickup,
        follow_up, requested_delivery, authorization_expires, first_payment, last_payment
      ) = row (
        w.version_number, w.status, w.order_type, w.store_id, w.market_id, w.sales_channel,
        w.payment_status, w.fulfilment_status, w.inventory_status, w.pick_places, w.tags,
        w.shipping_methods, w.is_deleted, w.is_urgent, w.has_errors, w.held_since, w.hold_until,
        w.order_number, w.customer_id, w.cart_id, w.secret_key_hash, w.customer_name_key, w.total,
        w.created, w.modified, w.completed, w.ready_for_pickup, w.follow_up, w.requested_delivery,
        w.authorization_expires, w.first_payment, w.last_payment
      )
    from written as w
    where s.order_id = w.order_id and true
  ),
  -- the change of the counts of facets
  counted as (
    insert into
      order_count_delta (
        status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
        tags, shipping_methods, count
      )
    select
      d.status, d.order_type, d.store_id, d.market_id, d.sales_channel, d.payment_status,
      d.fulfilment_status, d.tags, d.shipping_methods, d.count
    from
      written as w
      join order_search as s on s.order_id = w.order_id
      cross join lateral (
        values
          (
            s.status, s.order_type, s.store_id, s.market_id, s.sales_channel, s.payment_status,
            s.fulfilment_status, s.tags, s.shipping_methods,
            -1
          ),
          (
            w.status, w.order_type, w.store_id, w.market_id, w.sales_channel, w.payment_status,
            w.fulfilment_status, w.tags, w.shipping_methods, 1
          )
      ) as d (
        status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
        tags, shipping_methods, count
      )
    where
      (
        s.status, s.order_type, s.store_id, s.market_id, s.sales_channel, s.payment_status,
        s.fulfilment_status, s.tags, s.shipping_methods
      ) is distinct from (
        w.status, w.order_type, w.store_id, w.market_id, w.sales_channel, w.payment_status,
        w.fulfilment_status, w.tags, w.shipping_methods
      )
      and true
  )
select count(*)
from written
