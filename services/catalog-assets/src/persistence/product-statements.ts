import { outboxInsert } from '@oms/service-kit/events/outbox'

const insert = `insert into product (product_id, revision, version_id, is_package, is_bundle, created, modified, document)
    values ($1, $2, $3, $4, $5, $6, $7, $8) returning product_id`

const update = `update product
    set revision = $2, version_id = $3, is_package = $4, is_bundle = $5, created = $6, modified = $7, document = $8
    where product_id = $1 returning product_id`

/**
 * Writes a product with everything that belongs to it. $9: author, $10: its codes, $11: those that are SKUs, $12: the products that
 * it is made of, $13: the events. Its own row comes first: others refer to it, and events get their place once it is locked.
 */
function writeText(saved: string): string {
  return `with saved as (${saved}),
  version as (
    insert into product_version (product_id, revision, version_id, created, created_by, document) values ($1, $2, $3, $7, $9, $8)
  ),
  codes_gone as (delete from product_code where product_id = $1 and code <> all ($10::text[])),
  codes_kept as (
    update product_code set is_sku = code = any ($11::text[]) where product_id = $1 and code = any ($10::text[])
  ),
  codes_new as (
    insert into product_code (code, product_id, is_sku)
    select new.code, $1, new.code = any ($11::text[]) from unnest($10::text[]) as new (code)
    where not exists (select from product_code as old where old.code = new.code and old.product_id = $1)
  ),
  edges_gone as (delete from component_edge where product_id = $1 and component_product_id <> all ($12::text[])),
  edges_new as (
    insert into component_edge (product_id, component_product_id) select $1, unnest($12::text[]) on conflict do nothing
  ),
  events as (${outboxInsert(13, 'saved')})
  select product_id from saved`
}

export const insertProductText = writeText(insert)
export const updateProductText = writeText(update)

/** What the products of $1 contain, and what these contain in turn. */
export const componentEdgesText = `with recursive reached (product_id) as (
    select unnest($1::text[])
    union
    select edge.component_product_id from reached join component_edge as edge using (product_id)
  )
  select edge.product_id, edge.component_product_id from reached join component_edge as edge using (product_id)`
