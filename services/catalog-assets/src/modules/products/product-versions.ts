import type { Product } from '@open-oms/contracts/catalog/product'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'

/** Most versions that `Overwrote-Versions` names: a header has to stay short. */
const OVERWRITTEN_MAX = 100

const findVersion = statement({
  name: 'product-version-read',
  // Clients send any text as a version, so the ids are compared as text.
  text: `select document from product_version where product_id = $1 and version_id::text = any ($2)
    order by revision desc limit 1`,
  parameters: [Sql.text, Sql.list(Sql.text)],
  row: { document: Sql.json },
})

/** The newest state of the product among these versions, or null when it never had one of them. */
export async function readVersion(tx: Transaction, productId: string, versionIds: readonly string[]): Promise<Product | null> {
  const [row] = await findVersion.on(tx, productId, versionIds)
  return row === undefined ? null : JSON.parse(row.document)
}

// SQL: part of every creation of a product, where Prisma Client costs four times as much (ADR 49).
const findLastRevision = statement({
  name: 'product-last-revision',
  text: 'select max(revision) as revision from product_version where product_id = $1',
  parameters: [Sql.text],
  row: { revision: Sql.nullable(Sql.integer) },
})

/**
 * The last revision that a product of this id had, before it was deleted perhaps; 0 when there
 * never was one.
 */
export async function readLastRevision(tx: Transaction, productId: string): Promise<number> {
  const [row] = await findLastRevision.on(tx, productId)
  return row?.revision ?? 0
}

const findVersionsSince = statement({
  name: 'product-versions-since',
  text: `select version_id from product_version
    where product_id = $1 and revision > (select revision from product_version where product_id = $1 and version_id::text = $2)
    order by revision desc limit ${OVERWRITTEN_MAX}`,
  parameters: [Sql.text, Sql.text],
  row: { version_id: Sql.uuid },
})

/** The versions that came after the given one, oldest first; none when the product never had it. */
export async function readVersionsSince(tx: Transaction, productId: string, versionId: string): Promise<string[]> {
  const rows = await findVersionsSince.on(tx, productId, versionId)
  return rows.map((row) => row.version_id).reverse()
}
