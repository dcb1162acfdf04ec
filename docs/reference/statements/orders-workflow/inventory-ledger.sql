-- inventory-ledger
-- Parameters: $1 text[], $2 text[]
-- Columns: ledger text or null, stocked text[]
with
  -- what the orders have reserved and taken, by line of a shipment
  ledger as materialized (
    select
      order_id, sku_id, warehouse_code, shipment_id, line_item_id,
      sum(reserved_delta) as reserved,
      coalesce(sum(- quantity_delta) filter (where kind = 'Withdrawal'), 0) as taken,
      bool_or(reserved_delta > 0) as was_reserved,
      min(id) as first
    from inventory_movement
    where
      order_id = any ($1::text[])
      and not is_closed
      and shipment_id is not null
      and line_item_id is not null
    group by order_id, sku_id, warehouse_code, shipment_id, line_item_id
  )
select
  (select json_agg(l order by l.first)::text from ledger as l) as ledger,
  array(
    select sku_id
    from
      (
        select sku_id
        from unnest($2::text[]) with ordinality as requested (sku_id, position)
        where requested.position between 0 and 9007199254740991
        union
        select sku_id
        from ledger
      ) as wanted
    where (select true from inventory as i where i.sku_id = wanted.sku_id limit 1)
  ) as stocked
