import { joinTransaction } from '@open-oms/service-kit/database/transaction'
import type { RunnerDeps } from './runner/runner-deps.ts'

/**
 * Returns the result of work whose changes are rolled back (workflow.md#dry-run): in a transaction
 * of its own, or in that of the request, which then keeps nothing of it. The work must make no
 * external call: only its changes in the database are undone. Nothing that waits for the commit
 * runs. Raises what the work raises.
 */
export async function dryRun<T>(deps: RunnerDeps, work: (trying: RunnerDeps) => Promise<T>): Promise<T> {
  return deps.inTransaction(async (tx) => {
    const joined = { ...joinTransaction(tx), afterCommit: () => undefined }
    const trying: RunnerDeps = {
      ...deps,
      inTransaction: (nested) => nested(joined),
      query: (statement) => tx.query(statement),
      execute: (statement) => tx.execute(statement),
    }
    await tx.query({ text: 'savepoint dry_run' })
    const result = await work(trying)
    await tx.query({ text: 'rollback to savepoint dry_run' })
    return result
  })
}
