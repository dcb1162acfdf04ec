import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'

// The key spaces of this service's advisory locks, separate from the locks of service-kit.

/** For what only one of all processes does at a time; the key is one of `lockNumbers`. */
const LOCKS_OF_ORDERS = 6_204
/** For the number of open scrolls of a client; the key is the client. */
export const SCROLLS_OF_CLIENT = 7_401
/** For new orders of a customer whose other orders a rule asks for; the key is the customer. */
export const CUSTOMERS_OF_RULES = 7_402
/**
 * For the number of saved searches of an owner; the key is the owner, empty for the shared ones.
 */
export const SAVED_SEARCHES = 7_403
/** For the notes about a customer; the key is the customer's. A trigger takes it as well. */
export const CUSTOMER_NOTES = 7_404
/** For the number of managed webhook subscriptions; the key is 0. */
export const WEBHOOK_SUBSCRIPTIONS = 7_405
/** For the number of saved reports; the key is 0. */
export const SAVED_REPORTS = 7_406
/** For the open refund requests of an order; the key is the order. */
export const REFUND_REQUESTS = 7_407

/** What only one of all processes does at a time. */
const lockNumbers = { 'order counts': 1, 'order changes': 2, 'order index': 3, configuration: 4 } as const
export type LockName = keyof typeof lockNumbers

const waitForLock = statement({
  name: 'order-take-lock',
  text: 'select pg_advisory_xact_lock($1, $2)',
  parameters: [Sql.integer, Sql.integer],
  row: { pg_advisory_xact_lock: Sql.nothing },
})

const takeFreeLock = statement({
  name: 'order-try-lock',
  text: 'select pg_try_advisory_xact_lock($1, $2) as locked',
  parameters: [Sql.integer, Sql.integer],
  row: { locked: Sql.boolean },
})

/** Longer than anyone needs the lock who lets go of it. */
const SHARED_LOCK_WAIT_MS = 5_000
const SHARED_LOCK_IDLE_MS = 2_000

const limitLock = statement({
  name: 'order-limit-lock',
  text: `select set_config('lock_timeout', '${SHARED_LOCK_WAIT_MS}', true) as wait,
    set_config('idle_in_transaction_session_timeout', '${SHARED_LOCK_IDLE_MS}', true) as idle`,
  parameters: [],
  row: { wait: Sql.text, idle: Sql.text },
})

/**
 * Puts a lock off that readers wait for, so that it travels together with the next statement. When
 * that one is the last of its transaction, the server releases the lock by itself, though the
 * process stands still (ADR 180). Whoever waits longer than 5 s gets SQLSTATE 55P03, and whoever
 * keeps it without a statement for 2 s loses the transaction.
 */
export function takeSharedLock(tx: Transaction, name: LockName): void {
  tx.later(limitLock.with())
  tx.later(waitForLock.with(LOCKS_OF_ORDERS, lockNumbers[name]))
}

/**
 * Waits for the lock, which is held until the transaction ends. A statement of its own: the next
 * one sees what the holder before has committed.
 */
export async function takeLock(tx: Transaction, name: LockName): Promise<void> {
  await waitForLock.on(tx, LOCKS_OF_ORDERS, lockNumbers[name])
}

/** Takes the lock until the transaction ends. Returns false when another process has it. */
export async function tryLock(tx: Transaction, name: LockName): Promise<boolean> {
  const [row] = await takeFreeLock.on(tx, LOCKS_OF_ORDERS, lockNumbers[name])
  return row?.locked === true
}
