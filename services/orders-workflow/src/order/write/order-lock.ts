import type { Settings } from '@open-oms/contracts/config/settings'
import { DomainError } from '@open-oms/contracts/errors'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { Log } from '@open-oms/service-kit/observability/log'

/** A lock on an order that is held over several transactions. */
export type OrderLock = {
  /** Whoever has this name may write. */
  holder: string
}

/**
 * Seconds that a lock lasts without its holder: it is renewed while the work continues, as the
 * lease of a run is (orders.md#order-lock).
 */
const LOCK_SECONDS = 30

const release = statement({
  name: 'order-lock-release',
  text: 'delete from order_lock where order_id = $1 and holder = $2',
  parameters: [Sql.text, Sql.text],
  row: {},
})

const extend = statement({
  name: 'order-lock-renew',
  text: `update order_lock set expires = now() + $3 * interval '1 second' where order_id = $1 and holder = $2`,
  parameters: [Sql.text, Sql.text, Sql.double],
  row: {},
})

/** Locks the rows that are free and returns the ids of the busy ones. */
const lockAndFindBusy = statement({
  name: 'order-lock-rows',
  text: `with
      -- orders that nobody holds, now locked
      free as materialized (
        select id from "order" where id = any($1) order by id for no key update skip locked
      )
      select id from "order" where id = any($1) and id not in (select id from free)`,
  parameters: [Sql.list(Sql.text)],
  row: { id: Sql.text },
})

const heldByOthers = statement({
  name: 'order-lock-held',
  text: 'select order_id as id from order_lock where order_id = any($1) and expires > now() and holder <> $2',
  parameters: [Sql.list(Sql.text), Sql.text],
  row: { id: Sql.text },
})

const takeLocks = statement({
  name: 'order-lock-hold',
  text: `insert into order_lock (order_id, holder, expires) select id, $2, now() + $3 * interval '1 second' from unnest($1::text[]) as id
      on conflict (order_id) do update set holder = excluded.holder, expires = excluded.expires`,
  parameters: [Sql.list(Sql.text), Sql.text, Sql.double],
  row: {},
})

type OrderLockDeps = Pick<Database, 'query'> & {
  config: () => { settings: Pick<Settings, 'orderLock'> }
  newId: () => string
  log: Pick<Log, 'warn'>
  /** Milliseconds between two renewals, for tests; a third of the lock's time where absent. */
  lockRenewalMs?: number
}

/**
 * Does work that modifies an order in several transactions, under a lock when setting `orderLock`
 * is on (orders.md#order-lock). The first write that receives the lock takes it; it is renewed
 * while the work runs and released when it ends. The lock of a process that died expires.
 */
export async function holdingOrder<T>(
  deps: OrderLockDeps,
  orderId: string,
  work: (lock: OrderLock | undefined) => Promise<T>,
): Promise<T> {
  if (!deps.config().settings.orderLock) return work(undefined)
  const lock = { holder: deps.newId() }
  const renewal = setInterval(() => renew(deps, orderId, lock), deps.lockRenewalMs ?? (LOCK_SECONDS * 1000) / 3)
  try {
    return await work(lock)
  } finally {
    clearInterval(renewal)
    await release.on(deps, orderId, lock.holder)
  }
}

/** A lock that is not taken, or already released, is not renewed. */
function renew(deps: OrderLockDeps, orderId: string, { holder }: OrderLock): void {
  extend
    .on(deps, orderId, holder, LOCK_SECONDS)
    .catch((err: unknown) => deps.log.warn({ err, orderId }, 'the lock of an order could not be renewed'))
}

/**
 * Locks the rows of orders until the transaction ends, without waiting, and with `lock` beyond it.
 * Returns the ids that another operation is modifying; unknown ids are not among them.
 */
export async function claimOrders(tx: Transaction, ids: readonly string[], lock: OrderLock | undefined): Promise<Set<string>> {
  const busy = await lockAndFindBusy.on(tx, ids)
  // A separate statement: it sees what was committed until the rows were free.
  const held = await heldByOthers.on(tx, ids, lock?.holder ?? '')
  const locked = new Set([...busy, ...held].map(({ id }) => id))
  if (lock !== undefined && locked.size === 0) await takeLocks.on(tx, ids, lock.holder, LOCK_SECONDS)
  return locked
}

/** The error of a write to an order that another operation is modifying (orders.md#order-lock). */
export function orderLocked(orderId: string): DomainError {
  return new DomainError('ResourceLocked', `Another operation is modifying order "${orderId}".`, { retryAfterSeconds: 1 })
}
