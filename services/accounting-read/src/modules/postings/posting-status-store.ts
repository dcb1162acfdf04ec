import type { PostingSource } from '@oms/contracts/accounting/posting'
import { invariant } from '@oms/contracts/errors'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { PostingState, PostingTransition } from './domain/posting-status.ts'

/** A posting with what the event about its transition contains. */
export type LockedPosting = PostingState & { source: PostingSource; storeId: string; postingDate: string; postingHash: string }

/** A posting whose row is locked until the transaction ends; undefined when there is none. */
export async function lockPosting(tx: Transaction, id: string): Promise<LockedPosting | undefined> {
  const [row] = await tx.query<LockedPosting>({
    name: 'posting-lock',
    text: `select id, status, external_reference as "externalReference", rejection_reason as "rejectionReason", source, store_id as "storeId",
        posting_date as "postingDate", posting_hash as "postingHash"
      from posting where id = $1 for update`,
    values: [id],
  })
  return row
}

/** Writes the new status of a posting. Returns the sequence of the event about it. */
export async function updateStatus(tx: Transaction, id: string, transition: PostingTransition): Promise<number> {
  const exported = transition.to === 'Exported' ? transition : null
  const [row] = await tx.query<{ eventSequence: number }>({
    name: 'posting-update-status',
    text: `update posting set status = $2, external_reference = coalesce($3, external_reference),
        exported_at = coalesce($4, exported_at), rejection_reason = coalesce($5, rejection_reason), event_sequence = event_sequence + 1
      where id = $1 returning event_sequence as "eventSequence"`,
    values: [
      id,
      transition.to,
      exported?.externalReference ?? null,
      exported?.exportedAt ?? null,
      transition.to === 'Rejected' ? transition.reason : null,
    ],
  })
  invariant(row !== undefined, 'a posting that changes its status exists')
  return row.eventSequence
}
