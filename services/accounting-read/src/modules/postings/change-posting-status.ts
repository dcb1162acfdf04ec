import { postingExported, postingReconciled, postingRejected } from '@oms/contracts/accounting/events'
import { DomainError } from '@oms/contracts/errors'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { newEvent } from '@oms/service-kit/events/new-event'
import { appendToOutbox } from '@oms/service-kit/events/outbox'
import type { Deps } from '../../deps.ts'
import { midnightOf } from '../calendar/domain/posting-date.ts'
import { isTransitionDue, type PostingTransition } from './domain/posting-status.ts'
import { lockPosting, updateStatus } from './posting-status-store.ts'

const events = { Exported: postingExported, Reconciled: postingReconciled, Rejected: postingRejected }

export type StatusChange = { postingId: string; transition: PostingTransition; causationId: string }

/**
 * Makes a transition that an ERP connector reports, and publishes it
 * (postings.md#posting-lifecycle). A transition that was made before changes nothing. Raises
 * `NotFound`, `TransitionNotAllowed`.
 */
export async function changePostingStatus(deps: Pick<Deps, 'now'>, tx: Transaction, change: StatusChange): Promise<void> {
  const { postingId, transition, causationId } = change
  const posting = await lockPosting(tx, postingId)
  if (posting === undefined) throw new DomainError('NotFound', `There is no posting "${postingId}".`)
  if (!isTransitionDue(posting, transition)) return
  const sequence = await updateStatus(tx, postingId, transition)
  await appendToOutbox(tx, [
    newEvent(events[transition.to], {
      subject: postingId,
      sequence,
      time: deps.now(),
      causationId,
      data: {
        postingId,
        source: posting.source,
        storeIds: [posting.storeId],
        postingDate: midnightOf(posting.postingDate),
        hash: posting.postingHash,
        externalReference: transition.to === 'Exported' ? transition.externalReference : posting.externalReference,
      },
    }),
  ])
}
