import type { Transaction } from '@oms/service-kit/database/transaction'

/** The key space of order locks, separate from the locks of service-kit. */
const LOCKS_OF_ORDERS = 6_204

/** What only one of all processes does at a time. */
const lockNumbers = { 'order counts': 1, 'order changes': 2, 'order index': 3 } as const
export type LockName = keyof typeof lockNumbers

/**
 * Waits for the lock, which is held until the transaction ends. A statement of its own: the next
 * one sees what the holder before has committed.
 */
export async function takeLock(tx: Transaction, name: LockName): Promise<void> {
  await tx.query({
    name: 'order-take-lock',
    text: 'select pg_advisory_xact_lock($1, $2)',
    values: [LOCKS_OF_ORDERS, lockNumbers[name]],
  })
}

/** Takes the lock until the transaction ends. Returns false when another process has it. */
export async function tryLock(tx: Transaction, name: LockName): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>({
    name: 'order-try-lock',
    text: 'select pg_try_advisory_xact_lock($1, $2) as locked',
    values: [LOCKS_OF_ORDERS, lockNumbers[name]],
  })
  return row?.locked === true
}
