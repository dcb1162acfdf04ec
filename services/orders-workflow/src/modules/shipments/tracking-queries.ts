import type { Database } from '@oms/service-kit/database/database'
import { bytes, json, statement } from '@oms/service-kit/database/statement'

const findByHash = statement({
  name: 'order-by-secret-key',
  text: `select o.document from order_search s join "order" o on o.id = s.order_id
      where s.secret_key_hash = $1 and not s.is_deleted order by s.created desc, s.order_id desc limit 1`,
  parameters: [bytes],
  row: { document: json },
})

/**
 * The stored documents, as JSON, of the orders that are not deleted and whose secret key has this
 * SHA-256, the newest first. The time of the look-up by hash reveals nothing about keys: an
 * attacker cannot choose hashes.
 */
export async function findBySecretKeyHash(database: Pick<Database, 'query'>, hash: Buffer): Promise<string[]> {
  const rows = await findByHash.on(database, hash)
  return rows.map(({ document }) => document)
}
