-- orders-list-customers
-- Parameters: $1 json
-- Columns: order_id text
with
  -- the orders
  written as (
    select *
    from
      json_to_recordset($1::json) as w (
        order_id text, store_id text, is_deleted boolean, created timestamptz, customer_key text,
        customer_text text, currency text, turnover numeric, returned numeric
      )
  ),
  -- their customers
  listed as (
    insert into
      order_customer as c (order_id, store_id, is_deleted, created, customer_key, customer_text, currency, turnover, returned)
    select
      order_id, store_id, is_deleted, created, customer_key, customer_text, currency, turnover,
      returned
    from written
    where true
    on conflict (order_id) do update
    set
      (store_id, is_deleted, created, customer_key, customer_text, currency, turnover, returned) = row (
        excluded.store_id, excluded.is_deleted, excluded.created, excluded.customer_key,
        excluded.customer_text, excluded.currency, excluded.turnover, excluded.returned
      )
    where
      (
        c.store_id, c.is_deleted, c.created, c.customer_key, c.customer_text, c.currency,
        c.turnover, c.returned
      ) is distinct from (
        excluded.store_id, excluded.is_deleted, excluded.created, excluded.customer_key,
        excluded.customer_text, excluded.currency, excluded.turnover, excluded.returned
      )
  )
select order_id
from written
