import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { searchKey } from '../rules/search/search-terms.ts'
import type { OrderDocument } from './order-queries.ts'
import { inForm, orderDocument } from './stored-document.ts'

type Reader = Pick<Database, 'query'>
/** The stores that the caller is limited to; null means all (security.md#store-scope). */
export type StoreScope = readonly string[] | null

/** Which orders may be read, and in which form. */
export type DocumentReadOptions = {
  storeIds: StoreScope
  /** True: without the fields that are empty. */
  omitsEmpty?: boolean
}

const inScope = '($2::text[] is null or store_id = any($2))'

const findMany = statement({
  name: 'order-look-up-many',
  text: `select id, document from "order" where id = any($1) and ${inScope}`,
  parameters: [Sql.list(Sql.text), Sql.nullable(Sql.list(Sql.text))],
  row: { id: Sql.text, document: orderDocument },
})

const findExisting = statement({
  name: 'order-exist-many',
  text: `select id from "order" where id = any($1) and ${inScope}`,
  parameters: [Sql.list(Sql.text), Sql.nullable(Sql.list(Sql.text))],
  row: { id: Sql.text },
})

const newestOfCart = statement({
  name: 'order-by-cart',
  text: `select o.version_id, o.document from "order" o join (
        select order_id from order_search where cart_id = $1 and not is_deleted and ${inScope}
        order by created desc, order_id desc limit 1
      ) s on s.order_id = o.id`,
  parameters: [Sql.text, Sql.nullable(Sql.list(Sql.text))],
  row: { version_id: Sql.uuid, document: orderDocument },
})

/**
 * The stored documents, as JSON, of those of the orders that there are, deleted ones too, by id.
 */
export async function findDocuments(
  database: Reader,
  ids: readonly string[],
  { storeIds, omitsEmpty = false }: DocumentReadOptions,
): Promise<Map<string, string>> {
  const rows = await inForm(findMany, omitsEmpty).on(database, ids, storeIds)
  return new Map(rows.map(({ id, document }) => [id, document]))
}

/** Those of the ids that orders have, deleted ones too. */
export async function findIds(database: Reader, ids: readonly string[], stores: StoreScope): Promise<Set<string>> {
  const rows = await findExisting.on(database, ids, stores)
  return new Set(rows.map(({ id }) => id))
}

/** The newest order of a cart that is not deleted; null when there is none. */
export async function findByCart(
  database: Reader,
  cartId: string,
  { storeIds, omitsEmpty = false }: DocumentReadOptions,
): Promise<OrderDocument | null> {
  const [row] = await inForm(newestOfCart, omitsEmpty).on(database, searchKey(cartId), storeIds)
  return row === undefined ? null : { versionId: row.version_id, document: row.document }
}
