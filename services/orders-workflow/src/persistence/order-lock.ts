import type { Settings } from '@oms/contracts/config/settings'
import { DomainError } from '@oms/contracts/errors'
import type { Database } from '@oms/service-kit/database/database'
import type { Transaction } from '@oms/service-kit/database/transaction'

/** A lock on an order that is held over several transactions. */
export type OrderLock = {
  /** Whoever has this name may write. */
  holder: string
  /** After this time the lock of a process that died ends. */
  seconds: number
}

/** Seconds that the lock of a dead process lasts (4-decisions B.3). */
export const LOCK_SECONDS = { statusOrLines: 300, other: 30 } as const

type Locking = Pick<Database, 'query'> & { config: () => { settings: Pick<Settings, 'orderLock'> }; newId: () => string }

/**
 * Does work that modifies an order in several transactions, under a lock with setting `orderLock`, else under none (4-decisions B.3). The
 * lock is taken by the first write that is given it, and given back when the work ends.
 */
export async function holdingOrder<T>(
  deps: Locking,
  { orderId, seconds }: { orderId: string; seconds: number },
  work: (lock: OrderLock | undefined) => Promise<T>,
): Promise<T> {
  if (!deps.config().settings.orderLock) return work(undefined)
  const lock = { holder: deps.newId(), seconds }
  try {
    return await work(lock)
  } finally {
    await deps.query({
      name: 'order-lock-release',
      text: 'delete from order_lock where order_id = $1 and holder = $2',
      values: [orderId, lock.holder],
    })
  }
}

/**
 * Locks the rows of orders until the transaction ends, without waiting, and with `lock` further than that. Answers the ids that another
 * operation is modifying. Ids of no order are none of them.
 */
export async function claimOrders(tx: Transaction, ids: readonly string[], lock: OrderLock | undefined): Promise<Set<string>> {
  const busy = await tx.query<{ id: string }>({
    name: 'order-lock-rows',
    text: `with free as materialized (
        select id from "order" where id = any($1) order by id for no key update skip locked
      )
      select id from "order" where id = any($1) and id not in (select id from free)`,
    values: [ids],
  })
  // A statement of its own: it sees what was committed until the rows were free.
  const held = await tx.query<{ id: string }>({
    name: 'order-lock-held',
    text: 'select order_id as id from order_lock where order_id = any($1) and expires > now() and holder <> $2',
    values: [ids, lock?.holder ?? ''],
  })
  const locked = new Set([...busy, ...held].map(({ id }) => id))
  if (lock !== undefined && locked.size === 0) await hold(tx, ids, lock)
  return locked
}

async function hold(tx: Transaction, ids: readonly string[], { holder, seconds }: OrderLock): Promise<void> {
  await tx.query({
    name: 'order-lock-hold',
    text: `insert into order_lock (order_id, holder, expires) select id, $2, now() + $3 * interval '1 second' from unnest($1::text[]) as id
      on conflict (order_id) do update set holder = excluded.holder, expires = excluded.expires`,
    values: [ids, holder, seconds],
  })
}

/** What a write to an order answers that another operation is modifying (4-decisions B.3). */
export function locked(orderId: string): DomainError {
  return new DomainError('ResourceLocked', `Another operation is modifying order "${orderId}".`, { retryAfterSeconds: 1 })
}
