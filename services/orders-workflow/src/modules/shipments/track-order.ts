import { createHash, timingSafeEqual } from 'node:crypto'
import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { TrackedOrder } from '@open-oms/contracts/orders/tracked-order'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { orderDocument } from '../../order/store/stored-document.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { toTrackingView } from './domain/tracking-view.ts'

/**
 * The order that a secret key opens, as a guest sees it (orders.md#guest-tracking); the newest when
 * several carry the same key. Raises `NotFound`, the same for every miss, deleted orders among
 * them.
 */
export async function trackOrder(deps: Pick<OrderDeps, 'query'>, secretKey: string): Promise<TrackedOrder> {
  const [document] = await findBySecretKeyHash(deps, sha256(secretKey))
  const order: Order | null = document === undefined ? null : JSON.parse(document)
  // Constant time: keys are always compared, with or without a row, and all of them.
  const isRight = timingSafeEqual(sha256(order?.secretKey ?? ''), sha256(secretKey))
  if (order === null || !isRight) throw new DomainError('NotFound', 'There is no such order.')
  return toTrackingView(order)
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

const findByHash = statement({
  name: 'order-by-secret-key',
  text: `select o.document from order_search s join "order" o on o.id = s.order_id
      where s.secret_key_hash = $1 and not s.is_deleted order by s.created desc, s.order_id desc limit 1`,
  parameters: [Sql.bytes],
  row: { document: orderDocument },
})

/**
 * The stored documents, as JSON, of the orders that are not deleted and whose secret key has this
 * SHA-256, the newest first. The time of the look-up by hash reveals nothing about keys: an
 * attacker cannot choose hashes.
 */
async function findBySecretKeyHash(database: Pick<Database, 'query'>, hash: Buffer): Promise<string[]> {
  const rows = await findByHash.on(database, hash)
  return rows.map(({ document }) => document)
}
