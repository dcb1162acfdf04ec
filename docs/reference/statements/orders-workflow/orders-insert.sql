-- orders-insert
-- Parameters: $1 json, $2 bytea, $3 json, $4 json
-- Columns: require_event_sequence void
with
  -- the records of the orders
  written as materialized (
    select w.*
    from
      json_to_recordset($1::json) as w (
        order_id text, version_number integer, version_id uuid, sequence_before bigint,
        event_sequence bigint, previous_status text, kind text, created_by text, proven_by text,
        operation text, written_at timestamptz, changed_fields text[], document_at integer,
        document_bytes integer, quantities bigint[], published_allocations json, returns json,
        fields json, status text, order_type text, store_id text, market_id text,
        sales_channel text, payment_status text, fulfilment_status text, inventory_status text,
        pick_places text[], tags text[], shipping_methods text[], is_deleted boolean,
        is_urgent boolean, has_errors boolean, held_since timestamptz, hold_until timestamptz,
        order_number text, customer_id text, cart_id text, secret_key_hash bytea,
        customer_name_key text, total numeric, created timestamptz, modified timestamptz,
        completed timestamptz, ready_for_pickup timestamptz, follow_up timestamptz,
        requested_delivery timestamptz, authorization_expires timestamptz,
        first_payment timestamptz, last_payment timestamptz, terms text[], search_text text,
        payments jsonb, customer_key text, customer_text text, currency text, turnover numeric,
        returned numeric
      )
    where w.sequence_before between 0 and 9007199254740991
  ),
  -- the orders: all, or none when an id was purged at another event
  saved as (
    insert into
      "order" (
        id, store_id, version_number, version_id, event_sequence, is_deleted, quantities,
        published_allocations, document
      )
    select
      order_id, store_id, version_number, version_id, event_sequence, is_deleted, quantities,
      published_allocations,
      convert_from(substring($2::bytea from w.document_at for w.document_bytes), 'UTF8')::json
    from written as w
    where
      not exists (
        select
        from purged_order as p join written as w on w.order_id = p.order_id
        where p.event_sequence <> w.sequence_before
      )
    returning id
  ),
  -- the rows that searches read
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
    where exists (select from saved)
  ),
  -- their search texts
  termed as (
    insert into order_term (order_id, store_id, is_deleted, terms, search_text, payments)
    select order_id, store_id, is_deleted, terms, search_text, payments
    from written
    where exists (select from saved)
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
    from written
    where exists (select from saved)
  ),
  -- the new versions, whose content is that of the order
  versioned as (
    insert into
      order_version (order_id, version_number, version_id, created, created_by, proven_by, operation, changed_fields)
    select
      order_id, version_number, version_id, written_at, created_by, proven_by, operation,
      changed_fields
    from written
    where exists (select from saved)
  ),
  -- the rows of return forms
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
    where w.returns is not null and exists (select from saved)
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
  ),
  -- the values of searchable fields
  fielded as (
    insert into order_field as x (order_id, key, value, number)
    select w.order_id, f.key, f.value, f.number
    from
      written as w
      cross join lateral json_to_recordset(w.fields) as f (key text, value text, number numeric)
    where w.fields is not null and exists (select from saved)
    on conflict (order_id, key) do update
    set (value, number) = row (excluded.value, excluded.number)
    where (x.value, x.number) is distinct from (excluded.value, excluded.number)
  ),
  -- the customers
  listed as (
    insert into
      order_customer as c (order_id, store_id, is_deleted, created, customer_key, customer_text, currency, turnover, returned)
    select
      order_id, store_id, is_deleted, created, customer_key, customer_text, currency, turnover,
      returned
    from written
    where exists (select from saved)
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
  ),
  -- the changes, for the feed of changes
  noted as (
    insert into order_change_pending (order_id, version_id, kind, occurred, store_id, order_type)
    select order_id, version_id, kind, written_at, store_id, order_type
    from written
    where exists (select from saved)
  ),
  -- the events
  published as (
    insert into kit.outbox (event_id, type, traceparent, envelope)
    select (event ->> 'id')::uuid, event ->> 'type', event ->> 'traceparent', event::text
    from json_array_elements($3::json) with ordinality as new (event, position)
    where exists (select from saved)
    order by position
  ),
  -- the runs that begin
  begun as (
    insert into
      workflow_run (
        id, order_id, shipment_id, return_id, status, state, started, finished, started_by, plan,
        lease_until, fencing_token, transition_count, next
      )
    select
      r.id, r.order_id, r.shipment_id, r.return_id, r.status, r.state, r.started, r.finished,
      r.started_by, r.plan,
      case when r.state = 'Running' then now() + interval '15 seconds' end,
      r.fencing_token, r.transition_count, r.next
    from json_populate_recordset(null::workflow_run, $4::json -> 'runs') as r
    where exists (select from saved)
    returning id
  ),
  -- their attempts that are finished already
  attempted as (
    insert into
      workflow_step_attempt (
        run_id, step_id, attempt, order_id, action_type, action_status, error_reason, message,
        reason_class, input, started, finished, is_retried
      )
    select
      run_id, step_id,
      1 + (
        select count(*)::int
        from workflow_step_attempt as earlier
        where earlier.run_id = entry.run_id and earlier.step_id = entry.step_id
      ),
      order_id, action_type, action_status, error_reason, message, reason_class, input, started,
      finished, is_retried
    from json_populate_recordset(null::workflow_step_attempt, $4::json -> 'attempts') as entry
    where entry.run_id in (select id from begun)
  )
select require_event_sequence (order_id, sequence_before)
from written
where (select count(*) from saved) > 0
