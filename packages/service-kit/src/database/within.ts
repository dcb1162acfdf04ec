import { isTimedOut } from './database-errors.ts'
import type { Transaction } from './transaction.ts'

/**
 * Does a part of a transaction that only reads; null, and the transaction as it was, when a
 * statement of it takes longer.
 */
export async function within<T>(tx: Transaction, milliseconds: number, work: () => Promise<T>): Promise<T | null> {
  tx.later({ text: 'savepoint attempt' })
  tx.later({ text: `set local statement_timeout = ${Math.ceil(milliseconds)}` })
  let result: T | null = null
  try {
    result = await work()
  } catch (error) {
    if (!isTimedOut(error)) throw error
  }
  // Also gives the transaction its own time for statements back.
  tx.later({ text: 'rollback to savepoint attempt' })
  return result
}
