import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { outboxInserts } from '@open-oms/service-kit/events/outbox'

const insert = `insert into product (product_id, revision, version_id, is_package, is_bundle, created, modified, document)
    values ($1, $2, $3, $4, $5, $6, $7, $8) returning product_id`

const update = `update product
    set revision = $2, version_id = $3, is_package = $4, is_bundle = $5, created = $6, modified = $7, document = $8
    where product_id = $1 returning product_id`

const searchTypes = {
  is_package: 'boolean',
  is_bundle: 'boolean',
  brand: 'text',
  product_type: 'text',
  component_ids: 'text[]',
  search_text: 'text',
}
const searchColumns = Object.keys(searchTypes)
const ofAlias = (alias: string) => searchColumns.map((column) => `${alias}.${column}`).join(', ')

/** A write is guarded as a whole: CTE `saved` has the product, or nothing is written. */
const isSaved = 'exists (select from saved)'

// Its indexes are expensive: it is written only when something in it changes.
const searchUpsert = `insert into product_search as old (product_id, ${searchColumns.join(', ')})
    select $1, ${ofAlias('new')} from json_to_record($14::json) as new (${Object.entries(searchTypes)
      .map((column) => column.join(' '))
      .join(', ')}) where ${isSaved}
    on conflict (product_id) do update set (${searchColumns.join(', ')}) = row(${ofAlias('excluded')})
      where (${ofAlias('old')}) is distinct from (${ofAlias('excluded')})`

/**
 * Writes a product with everything that belongs to it. $9: author, $10: its codes, $11: those that
 * are SKUs, $12: the products that it is made of with the SKUs named, as JSON (null: as they are),
 * $13: the events, $14: the search row, as JSON. Its own row comes first: without it nothing is
 * written, and events get their position once it is locked.
 */
function writeText(saved: string): string {
  return `with
  -- the product
  saved as (${saved}),
  -- its version
  version as (
    insert into product_version (product_id, revision, version_id, created, created_by, document) select $1, $2, $3, $7, $9, $8 from saved
  ),
  -- codes that it has no longer
  codes_gone as (delete from product_code where product_id = $1 and code <> all ($10::text[]) and ${isSaved}),
  -- codes that it had before
  codes_kept as (
    update product_code set is_sku = code = any ($11::text[]) where product_id = $1 and code = any ($10::text[]) and ${isSaved}
  ),
  -- codes that are new
  codes_new as (
    insert into product_code (code, product_id, is_sku)
    select new.code, $1, new.code = any ($11::text[]) from unnest($10::text[]) as new (code)
    where not exists (select from product_code as old where old.code = new.code and old.product_id = $1) and ${isSaved}
  ),
  -- the components after the write; null: they stay as they are
  edge as (
    select component_product_id collate "C" as component_product_id, sku_ids
    from json_to_recordset($12::json) as edge (component_product_id text, sku_ids text[])
  ),
  -- components that it has no longer
  edges_gone as (
    delete from component_edge
    where product_id = $1 and $12::json is not null and component_product_id not in (select component_product_id from edge)
      and ${isSaved}
  ),
  -- components that are new or changed
  edges_new as (
    insert into component_edge as old (product_id, component_product_id, sku_ids) select $1, component_product_id, sku_ids from edge
    where ${isSaved}
    on conflict (product_id, component_product_id) do update set sku_ids = excluded.sku_ids
      where old.sku_ids is distinct from excluded.sku_ids
  ),
  -- its search row
  searched as (${searchUpsert}),
  ${outboxInserts(13, 'saved')}
  select product_id from saved`
}

const writeParameters = [
  Sql.text,
  Sql.integer,
  Sql.uuid,
  Sql.boolean,
  Sql.boolean,
  Sql.timestamptzText,
  Sql.timestamptzText,
  Sql.json,
  Sql.text,
  Sql.list(Sql.text),
  Sql.list(Sql.text),
  Sql.nullable(Sql.json),
  Sql.json,
  Sql.json,
] as const

const savedRow = { product_id: Sql.text }

export const insertProductRow = statement({
  name: 'product-insert',
  text: writeText(insert),
  parameters: writeParameters,
  row: savedRow,
})

/** For a product whose row is locked. */
export const updateProductRow = statement({
  name: 'product-update',
  text: writeText(update),
  parameters: writeParameters,
  row: savedRow,
})

/**
 * Removes a product and all that belongs to it but its versions. $2–$6: the version that is its
 * end, $7: the events.
 */
export const deleteProductRow = statement({
  name: 'product-delete',
  text: `with
  -- the product, which is deleted
  gone as (delete from product where product_id = $1 returning product_id),
  -- its last version
  version as (
    insert into product_version (product_id, revision, version_id, created, created_by, document) select $1, $2, $3, $4, $5, $6 from gone
  ),
  ${outboxInserts(7, 'gone')}
  select product_id from gone`,
  parameters: [Sql.text, Sql.integer, Sql.uuid, Sql.timestamptzText, Sql.text, Sql.json, Sql.json],
  row: savedRow,
})
