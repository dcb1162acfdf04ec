import { joinTransaction } from '@oms/service-kit/database/transaction'
import type { RunnerDeps } from './runner.ts'

/** Carries the result of a rehearsal past the end of its transaction, which it undoes. */
class RehearsalOver extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('The rehearsal is over.')
    this.name = 'RehearsalOver'
    this.result = result
  }
}

/**
 * Does work that is undone, and answers what came of it (4-decisions F.11): in a transaction of its own, or in the one that the request runs in,
 * which then keeps nothing of it. The work must call nobody: what it does in the database is all that is undone. Nothing that waits for the
 * commit is done.
 */
export async function rehearse<T>(deps: RunnerDeps, work: (rehearsing: RunnerDeps) => Promise<T>): Promise<T> {
  try {
    await deps.inTransaction(async (tx) => {
      const joined = { ...joinTransaction(tx), afterCommit: () => undefined }
      const rehearsing: RunnerDeps = {
        ...deps,
        inTransaction: (inner) => inner(joined),
        query: (statement) => tx.query(statement),
      }
      await tx.query({ name: 'rehearsal-begin', text: 'savepoint rehearsal' })
      const result = await work(rehearsing)
      await tx.query({ name: 'rehearsal-undo', text: 'rollback to savepoint rehearsal' })
      throw new RehearsalOver(result)
    })
  } catch (error) {
    if (error instanceof RehearsalOver) return error.result as T
    throw error
  }
  throw new Error('A rehearsal has no other end.')
}
