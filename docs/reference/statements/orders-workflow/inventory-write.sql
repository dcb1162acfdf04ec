-- inventory-write
-- Parameters: $1 json, $2 json, $3 json, $4 timestamp with time zone
-- Columns: count bigint
with
  -- the levels after the write
  changed as (
    update inventory as i
    set
      quantity = c.quantity,
      reserved_quantity = c.reserved_quantity,
      event_sequence = c.event_sequence,
      modified = $4::timestamptz
    from
      json_to_recordset($1::json) as c (
        sku_id text, warehouse_code text, quantity numeric, reserved_quantity numeric,
        event_sequence bigint
      )
    where
      i.sku_id = c.sku_id
      and i.warehouse_code = c.warehouse_code
      and c.event_sequence between 0 and 9007199254740991
    returning i.sku_id
  ),
  -- the movements that led to them
  logged as (
    insert into
      inventory_movement (
        sku_id, warehouse_code, kind, quantity_delta, reserved_delta, order_id, shipment_id,
        line_item_id, return_id, reason, created
      )
    select
      m ->> 'skuId',
      m ->> 'warehouseCode',
      m ->> 'kind',
      (m ->> 'quantityDelta')::numeric,
      (m ->> 'reservedDelta')::numeric,
      m ->> 'orderId',
      m ->> 'shipmentId',
      m ->> 'lineItemId',
      m ->> 'returnId',
      m ->> 'reason',
      $4::timestamptz
    from json_array_elements($2::json) with ordinality as new (m, position)
    where exists (select from changed)
    order by position
  ),
  -- the events of the levels
  published as (
    insert into kit.outbox (event_id, type, traceparent, envelope)
    select (event ->> 'id')::uuid, event ->> 'type', event ->> 'traceparent', event::text
    from json_array_elements($3::json) with ordinality as new (event, position)
    where exists (select from changed)
    order by position
  )
select count(*)
from changed
