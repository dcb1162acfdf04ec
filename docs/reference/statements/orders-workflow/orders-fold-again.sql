-- orders-fold-again
-- Parameters: $1 json
-- Columns: order_id text
with
  -- the rows of the orders
  written as (
    select *
    from
      json_to_recordset($1::json) as w (
        order_id text, version_number integer, returns json, status text, order_type text,
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
  -- their search texts
  termed as (
    update order_term as t
    set
      (store_id, is_deleted, terms, search_text, payments) = row (w.store_id, w.is_deleted, w.terms, w.search_text, w.payments)
    from written as w
    where
      t.order_id = w.order_id
      and (t.store_id, t.is_deleted, t.terms, t.search_text, t.payments) is distinct from (w.store_id, w.is_deleted, w.terms, w.search_text, w.payments)
      and true
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
  ),
  -- the rows of their return forms
  returned as (
    insert into
      order_return as r (
        order_id, place, return_id, rma_number, store_id, order_store_id, register_id, project_id,
        status, is_refund_open, stated_for, is_deleted, created, modified, search_text
      )
    select
      w.order_id, f.place, f.return_id, f.rma_number, f.store_id, f.order_store_id, f.register_id,
      f.project_id, f.status, f.is_refund_open, f.stated_for, f.is_deleted, f.created, f.modified,
      f.search_text
    from
      written as w
      cross join lateral json_to_recordset(w.returns) as f (
        place integer, return_id text, rma_number text, store_id text, order_store_id text,
        register_id text, project_id text, status text, is_refund_open boolean,
        stated_for timestamptz, is_deleted boolean, created timestamptz, modified timestamptz,
        search_text text
      )
    where w.returns is not null and true
    on conflict (order_id, place) do update
    set
      (
        return_id, rma_number, store_id, order_store_id, register_id, project_id, status,
        is_refund_open, stated_for, is_deleted, created, modified, search_text
      ) = row (
        excluded.return_id, excluded.rma_number, excluded.store_id, excluded.order_store_id,
        excluded.register_id, excluded.project_id, excluded.status, excluded.is_refund_open,
        excluded.stated_for, excluded.is_deleted, excluded.created, excluded.modified,
        excluded.search_text
      )
    where
      (
        r.return_id, r.rma_number, r.store_id, r.order_store_id, r.register_id, r.project_id,
        r.status, r.is_refund_open, r.stated_for, r.is_deleted, r.created, r.modified, r.search_text
      ) is distinct from (
        excluded.return_id, excluded.rma_number, excluded.store_id, excluded.order_store_id,
        excluded.register_id, excluded.project_id, excluded.status, excluded.is_refund_open,
        excluded.stated_for, excluded.is_deleted, excluded.created, excluded.modified,
        excluded.search_text
      )
  )
select order_id
from written
