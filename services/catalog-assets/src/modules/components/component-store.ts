import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { ComponentEdge } from './domain/component-circle.ts'
import type { KnownCodes } from './domain/component-references.ts'

/** Key of the advisory lock; any number that no other lock of this database uses. */
const COMPONENT_LOCK = 4_711_001

const lock = statement({
  name: 'component-lock',
  text: 'select pg_advisory_xact_lock($1)',
  parameters: [Sql.bigint],
  row: { pg_advisory_xact_lock: Sql.nothing },
})

/**
 * Lets writes of components happen one at a time until the transaction ends: each then sees the
 * edges that the others have committed, and two concurrent writes cannot close a circle
 * (components.md#component-checks).
 */
export async function lockComponents(tx: Transaction): Promise<void> {
  await lock.on(tx, COMPONENT_LOCK)
}

/** Maximum number of packages that an error names. */
const NAMED_MAX = 10

const findPackages = statement({
  name: 'component-packages-read',
  text: `select product_id from component_edge where component_product_id = $1 and ($2::text[] is null or sku_ids && $2::text[])
    order by product_id limit ${NAMED_MAX}`,
  parameters: [Sql.text, Sql.nullable(Sql.list(Sql.text))],
  row: { product_id: Sql.text },
})

/**
 * Some of the packages that are made of the product, by id; with SKUs, only those that name one of
 * these.
 */
export async function readContainingPackages(tx: Transaction, productId: string, skuIds?: readonly string[]): Promise<string[]> {
  const rows = await findPackages.on(tx, productId, skuIds ?? null)
  return rows.map((row) => row.product_id)
}

// SQL: part of every write of a product, where Prisma Client costs four times as much (ADR 49).
const findCodes = statement({
  name: 'product-codes-read',
  text: 'select code, product_id, is_sku from product_code where code = any ($1)',
  parameters: [Sql.list(Sql.text)],
  row: { code: Sql.text, product_id: Sql.text, is_sku: Sql.boolean },
})

/** The product of each code; unknown codes are left out. */
export async function readKnownCodes(tx: Transaction, codes: readonly string[]): Promise<KnownCodes> {
  const rows = await findCodes.on(tx, codes)
  return {
    owners: new Map(rows.map((row) => [row.code, row.product_id])),
    skus: new Set(rows.filter((row) => row.is_sku).map((row) => row.code)),
  }
}

/** What the products of $1 contain, and what these contain themselves. */
const findEdges = statement({
  name: 'component-edges-read',
  text: `with recursive
  -- the products, and what they contain on any level
  reached (product_id) as (
    select unnest($1::text[]) collate "C"
    union
    select edge.component_product_id from reached join component_edge as edge using (product_id)
  )
  select edge.product_id, edge.component_product_id from reached join component_edge as edge using (product_id)`,
  parameters: [Sql.list(Sql.text)],
  row: { product_id: Sql.text, component_product_id: Sql.text },
})

/** What the products contain, directly and further down. */
export async function readComponentEdges(tx: Transaction, productIds: readonly string[]): Promise<ComponentEdge[]> {
  const rows = await findEdges.on(tx, productIds)
  return rows.map((row) => ({ productId: row.product_id, componentProductId: row.component_product_id }))
}
