-- orders-index-fields
-- Parameters: $1 json
-- Columns: order_id text
with
  -- the values of the orders
  written as (
    select *
    from
      json_to_recordset($1::json) as w (
        order_id text, version_number integer, fields json, status text, order_type text,
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
  -- their rows
  fielded as (
    insert into order_field as x (order_id, key, value, number)
    select w.order_id, f.key, f.value, f.number
    from
      written as w
      cross join lateral json_to_recordset(w.fields) as f (key text, value text, number numeric)
    where w.fields is not null and true
    on conflict (order_id, key) do update
    set (value, number) = row (excluded.value, excluded.number)
    where (x.value, x.number) is distinct from (excluded.value, excluded.number)
  ),
  -- rows of values that are no longer there
  unfielded as (
    delete from order_field as x using written as w
    where
      w.fields is not null
      and x.order_id = w.order_id
      and true
      and not exists (
        select
        from json_to_recordset(w.fields) as f (key text, value text, number numeric)
        where f.key = x.key
      )
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
  )
select order_id
from written
