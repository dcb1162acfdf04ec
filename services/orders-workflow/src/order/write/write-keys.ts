import { DomainError } from '@open-oms/contracts/errors'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { claimKeys, KeyTaken, keepKeys } from '@open-oms/service-kit/idempotency/keyed-write'
import type { WriteResult } from './intent.ts'
import { RefusedIntent } from './refused-intent.ts'
import type { Member } from './write-context.ts'

/**
 * Claims the keys of the requests that are written together (http.md#idempotency-keys). Raises
 * `RefusedIntent` for one whose key another request has.
 */
export async function claimMemberKeys<Result>(tx: Transaction, members: readonly Member<Result>[]): Promise<void> {
  try {
    await claimKeys(tx, memberKeys(members))
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error
    throw new RefusedIntent(
      members.findIndex(({ write }) => write.keyed === error.write),
      error,
    )
  }
}

/**
 * Keeps the responses of the requests that were written together. What responds to what is written
 * sees it first, and is waited for. Raises `RefusedIntent` for one that has failed behind its
 * write.
 */
export async function keepMemberResponses<Result>(
  tx: Transaction,
  members: readonly Member<Result>[],
  written: readonly WriteResult<Result>[],
): Promise<void> {
  const responded = members.map(({ write: { keyed }, show }, index) => {
    if (!keyed?.showsBeforeCommit) return true
    const response = keyed.show()
    show?.(written[index] as WriteResult<Result>)
    return response
  })
  const failed = (await Promise.all(responded)).indexOf(false)
  if (failed >= 0) throw new RefusedIntent(failed, new DomainError('IdempotencyInFlight', 'The request failed behind its write.'))
  await keepKeys(tx, memberKeys(members))
}

function memberKeys<Result>(members: readonly Member<Result>[]) {
  return members.flatMap(({ write: { keyed } }) => keyed ?? [])
}
