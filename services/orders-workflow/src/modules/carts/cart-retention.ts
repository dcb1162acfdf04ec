import type { Database } from '@oms/service-kit/database/database'

type RetentionDeps = Pick<Database, 'query'> & { now: () => Date }

const REMOVED_AT_ONCE = 500

/**
 * Removes carts that have expired (carts.md#cart-expiry); the record that an order was made of one
 * stays. Returns how many.
 */
export async function removeExpiredCarts({ query, now }: RetentionDeps, signal?: AbortSignal): Promise<number> {
  let removed = 0
  while (signal?.aborted !== true) {
    const rows = await query({
      name: 'cart-remove-expired',
      text: `delete from cart where id in (
          select id from cart where expires <= $1 order by expires limit ${REMOVED_AT_ONCE} for update skip locked
        ) returning id`,
      values: [now()],
    })
    removed += rows.length
    if (rows.length < REMOVED_AT_ONCE) break
  }
  return removed
}
