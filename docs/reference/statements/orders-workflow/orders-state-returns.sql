-- orders-state-returns
-- Parameters: $1 json
-- Columns: order_id text
with
  -- the return forms of the orders
  written as (select * from json_to_recordset($1::json) as w (order_id text, returns json)),
  -- their rows
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
