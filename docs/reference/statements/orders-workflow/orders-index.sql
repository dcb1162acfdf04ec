-- orders-index
-- Parameters: $1 json
-- Columns: order_id text
with -- the rows of the orders
  written as (
    select *
    from
      json_to_recordset($1::json) as w (
        order_id text, version_number integer, status text, order_type text, store_id text,
        market_id text, sales_channel text, payment_status text, fulfilment_status text,
        inventory_status text, pick_places text[], tags text[], shipping_methods text[],
        is_deleted boolean, is_urgent boolean, has_errors boolean, held_since timestamptz,
        hold_until timestamptz, order_number text, customer_id text, cart_id text,
        secret_key_hash bytea, customer_name_key text, total numeric, created timestamptz,
        modified timestamptz, completed timestamptz, ready_for_pickup timestamptz,
        follow_up timestamptz, requested_delivery timestamptz, authorization_expires timestamptz,
        first_payment timestamptz, last_payment timestamptz, terms text[], search_text text,
        payments jsonb
      )
  ),
  -- search rows of orders that have none
  searched as (
    insert into
      order_search (
        order_id, version_number, status, order_type, store_id, market_id, sales_channel,
        payment_status, fulfilment_status, inventory_status, pick_places, tags, shipping_methods,
        is_deleted, is_urgent, has_errors, held_since, hold_until, order_number, customer_id,
        cart_id, secret_key_hash, customer_name_key, total, created, modified, completed,
        ready_for_pickup, follow_up, requested_delivery, authorization_expires, first_payment,
        last_payment
      )
    select
      order_id, version_number, status, order_type, store_id, market_id, sales_channel,
      payment_status, fulfilment_status, inventory_status, pick_places, tags, shipping_methods,
      is_deleted, is_urgent, has_errors, held_since, hold_until, order_number, customer_id, cart_id,
      secret_key_hash, customer_name_key, total, created, modified, completed, ready_for_pickup,
      follow_up, requested_delivery, authorization_expires, first_payment, last_payment
    from written
    where true
    on conflict (order_id) do nothing
    returning
      order_id, status, order_type, store_id, market_id, sales_channel, payment_status,
      fulfilment_status, tags, shipping_methods
  ),
  -- their search texts
  termed as (
    insert into order_term (order_id, store_id, is_deleted, terms, search_text, payments)
    select order_id, store_id, is_deleted, terms, search_text, payments
    from written
    where order_id in (select order_id from searched)
  ),
  -- their part of the counts of facets
  counted as (
    insert into
      order_count_delta (
        status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
        tags, shipping_methods, count
      )
    select
      status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
      tags, shipping_methods, 1
    from searched
    where true
  )
select order_id
from searched
