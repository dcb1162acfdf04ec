import { postingExported, postingReconciled, postingRejected } from '@oms/contracts/accounting/events'
import { DomainError } from '@oms/contracts/errors'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { newEvent } from '@oms/service-kit/events/new-event'
import { appendToOutbox } from '@oms/service-kit/events/outbox'
import type { Deps } from '../../deps/deps.ts'
import { isMoveDue, type PostingMove } from './domain/posting-status.ts'
import { lockPosting, movePosting as writeMove } from './posting-status-store.ts'

const events = { Exported: postingExported, Reconciled: postingReconciled, Rejected: postingRejected }

export type PostingMoveRequest = { postingId: string; move: PostingMove; causationId: string }

/**
 * Moves a posting along its life, as an ERP connector says, and tells so (4-decisions O.6). A move that was made already changes
 * nothing. Errors: NotFound, TransitionNotAllowed.
 */
export async function movePosting(deps: Pick<Deps, 'now'>, tx: Transaction, request: PostingMoveRequest): Promise<void> {
  const { postingId, move, causationId } = request
  const posting = await lockPosting(tx, postingId)
  if (posting === undefined) throw new DomainError('NotFound', `There is no posting "${postingId}".`)
  if (!isMoveDue(posting, move)) return
  const sequence = await writeMove(tx, postingId, move)
  await appendToOutbox(tx, [
    newEvent(events[move.to], {
      subject: postingId,
      sequence,
      time: deps.now(),
      causationId,
      data: {
        postingId,
        source: posting.source,
        storeIds: [posting.storeId],
        postingDate: `${posting.postingDate}T00:00:00.000Z`,
        hash: posting.postingHash,
        externalReference: move.to === 'Exported' ? move.externalReference : posting.externalReference,
      },
    }),
  ])
}
