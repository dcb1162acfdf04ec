import { expectsOne } from '@open-oms/service-kit/database/expects-one'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { outboxInserts } from '@open-oms/service-kit/events/outbox'

export const levelColumns =
  'i.sku_id, i.warehouse_code, i.quantity, i.reserved_quantity, i.event_sequence, i.modified, i.low_stock_at'
export const levelRow = {
  sku_id: Sql.text,
  warehouse_code: Sql.text,
  quantity: Sql.numeric,
  reserved_quantity: Sql.numeric,
  event_sequence: Sql.bigint,
  modified: Sql.timestamptz,
  low_stock_at: Sql.nullable(Sql.numeric),
}
/** Compares by bytes, as the database does. */
export const levelOrder = 'i.sku_id, i.warehouse_code'

const requestedLocations = 'unnest($1::text[], $2::text[]) with ordinality as wanted (sku_id, warehouse_code, position)'

/** $1 the SKUs, $2 the warehouses, $3 the time. */
export const createMissingLocations = statement({
  name: 'inventory-create',
  text: `insert into inventory (sku_id, warehouse_code, quantity, reserved_quantity, event_sequence, modified)
  select sku_id, warehouse_code, 0, 0, 0, $3::timestamptz from ${requestedLocations} order by sku_id collate "C", warehouse_code collate "C"
  on conflict do nothing`,
  parameters: [Sql.list(Sql.text), Sql.list(Sql.text), Sql.timestamptz],
  row: {},
})

/** $1 the SKUs, $2 the warehouses. */
export const lockStoredLevels = statement({
  name: 'inventory-lock',
  text: `select ${levelColumns}
  from ${requestedLocations} join inventory as i on i.sku_id = wanted.sku_id and i.warehouse_code = wanted.warehouse_code
  where ${expectsOne('wanted.position')} order by ${levelOrder} for update of i`,
  parameters: [Sql.list(Sql.text), Sql.list(Sql.text)],
  row: levelRow,
})

/** $1 the levels, $2 the movements, $3 the events, $4 the time. */
export const writeChanges = statement({
  name: 'inventory-write',
  text: `with
  -- the levels after the write
  changed as (
    update inventory as i set quantity = c.quantity, reserved_quantity = c.reserved_quantity, event_sequence = c.event_sequence, modified = $4::timestamptz
    from json_to_recordset($1::json) as c (sku_id text, warehouse_code text, quantity numeric, reserved_quantity numeric, event_sequence bigint)
    where i.sku_id = c.sku_id and i.warehouse_code = c.warehouse_code and ${expectsOne('c.event_sequence')} returning i.sku_id
  ),
  -- the movements that led to them
  logged as (
    insert into inventory_movement
      (sku_id, warehouse_code, kind, quantity_delta, reserved_delta, order_id, shipment_id, line_item_id, return_id, reason, created)
    select m->>'skuId', m->>'warehouseCode', m->>'kind', (m->>'quantityDelta')::numeric, (m->>'reservedDelta')::numeric, m->>'orderId',
      m->>'shipmentId', m->>'lineItemId', m->>'returnId', m->>'reason', $4::timestamptz
    from json_array_elements($2::json) with ordinality as new (m, position) where exists (select from changed) order by position
  ),
  ${outboxInserts(3, 'changed')}
  select count(*) from changed`,
  parameters: [Sql.json, Sql.json, Sql.json, Sql.timestamptz],
  row: { count: Sql.bigint },
})

/**
 * $1 the orders; $2 the further SKUs. A scalar subquery checks whether stock is kept of a SKU: for
 * `exists` the planner, which expects too many SKUs, would read the whole table.
 */
export const findLedger = statement({
  name: 'inventory-ledger',
  text: `with
  -- what the orders have reserved and taken, by line of a shipment
  ledger as materialized (
    select order_id, sku_id, warehouse_code, shipment_id, line_item_id, sum(reserved_delta) as reserved,
      coalesce(sum(-quantity_delta) filter (where kind = 'Withdrawal'), 0) as taken, bool_or(reserved_delta > 0) as was_reserved,
      min(id) as first
    from inventory_movement
    where order_id = any ($1::text[]) and not is_closed and shipment_id is not null and line_item_id is not null
    group by order_id, sku_id, warehouse_code, shipment_id, line_item_id
  )
  select (select json_agg(l order by l.first)::text from ledger as l) as ledger,
    array(
      select sku_id from (
        select sku_id from unnest($2::text[]) with ordinality as requested (sku_id, position) where ${expectsOne('requested.position')}
        union select sku_id from ledger
      ) as wanted where (select true from inventory as i where i.sku_id = wanted.sku_id limit 1)
    ) as stocked`,
  parameters: [Sql.list(Sql.text), Sql.list(Sql.text)],
  row: { ledger: Sql.nullable(Sql.text), stocked: Sql.list(Sql.text) },
})
