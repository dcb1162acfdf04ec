import type { Database } from '@open-oms/service-kit/database/database'
import { deleteInBatches } from '@open-oms/service-kit/database/delete-in-batches'
import { Sql, statement } from '@open-oms/service-kit/database/statement'

type RetentionDeps = Pick<Database, 'query'> & { now: () => Date }

const REMOVED_MAX = 500

const removeExpired = statement({
  name: 'cart-remove-expired',
  text: `delete from cart where id in (
        select id from cart where expires <= $1 order by expires limit ${REMOVED_MAX} for update skip locked
      ) returning id`,
  parameters: [Sql.timestamptz],
  row: { id: Sql.text },
})

/**
 * Removes carts that have expired (carts.md#cart-expiry); the record that an order was made of one
 * stays. Returns how many.
 */
export async function removeExpiredCarts({ query, now }: RetentionDeps, signal?: AbortSignal): Promise<number> {
  return deleteInBatches(() => removeExpired.on({ query }, now()), { size: REMOVED_MAX, signal })
}
