-- product-update
-- Parameters: $1 text, $2 integer, $3 uuid, $4 boolean, $5 boolean, $6 timestamp with time zone,
--   $7 timestamp with time zone, $8 json, $9 text, $10 text[], $11 text[], $12 json or null,
--   $13 json, $14 json
-- Columns: product_id text
with
  -- the product
  saved as (
    update product
    set
      revision = $2,
      version_id = $3,
      is_package = $4,
      is_bundle = $5,
      created = $6,
      modified = $7,
      document = $8
    where product_id = $1
    returning product_id
  ),
  -- its version
  version as (
    insert into product_version (product_id, revision, version_id, created, created_by, document)
    select $1, $2, $3, $7, $9, $8
    from saved
  ),
  -- codes that it has no longer
  codes_gone as (
    delete from product_code
    where product_id = $1 and code <> all ($10::text[]) and exists (select from saved)
  ),
  -- codes that it had before
  codes_kept as (
    update product_code
    set is_sku = code = any ($11::text[])
    where product_id = $1 and code = any ($10::text[]) and exists (select from saved)
  ),
  -- codes that are new
  codes_new as (
    insert into product_code (code, product_id, is_sku)
    select new.code, $1, new.code = any ($11::text[])
    from unnest($10::text[]) as new (code)
    where
      not exists (select from product_code as old where old.code = new.code and old.product_id = $1)
      and exists (select from saved)
  ),
  -- the components after the write; null: they stay as they are
  edge as (
    select component_product_id collate "C" as component_product_id, sku_ids
    from json_to_recordset($12::json) as edge (component_product_id text, sku_ids text[])
  ),
  -- components that it has no longer
  edges_gone as (
    delete from component_edge
    where
      product_id = $1
      and $12::json is not null
      and component_product_id not in (select component_product_id from edge)
      and exists (select from saved)
  ),
  -- components that are new or changed
  edges_new as (
    insert into component_edge as old (product_id, component_product_id, sku_ids)
    select $1, component_product_id, sku_ids
    from edge
    where exists (select from saved)
    on conflict (product_id, component_product_id) do update
    set sku_ids = excluded.sku_ids
    where old.sku_ids is distinct from excluded.sku_ids
  ),
  -- its search row
  searched as (
    insert into
      product_search as old (product_id, is_package, is_bundle, brand, product_type, component_ids, search_text)
    select
      $1,
      new.is_package, new.is_bundle, new.brand, new.product_type, new.component_ids, new.search_text
    from
      json_to_record($14::json) as new (
        is_package boolean, is_bundle boolean, brand text, product_type text, component_ids text[],
        search_text text
      )
    where exists (select from saved)
    on conflict (product_id) do update
    set
      (is_package, is_bundle, brand, product_type, component_ids, search_text) = row (
        excluded.is_package, excluded.is_bundle, excluded.brand, excluded.product_type,
        excluded.component_ids, excluded.search_text
      )
    where
      (old.is_package, old.is_bundle, old.brand, old.product_type, old.component_ids, old.search_text) is distinct from (
        excluded.is_package, excluded.is_bundle, excluded.brand, excluded.product_type,
        excluded.component_ids, excluded.search_text
      )
  ),
  -- the events of the change
  events as (
    insert into kit.outbox (event_id, type, traceparent, envelope)
    select (event ->> 'id')::uuid, event ->> 'type', event ->> 'traceparent', event::text
    from json_array_elements($13::json) with ordinality as new (event, position)
    where exists (select from saved)
    order by position
  )
select product_id
from saved
