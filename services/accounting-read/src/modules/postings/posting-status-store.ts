import type { PostingSource } from '@oms/contracts/accounting/posting'
import { invariant } from '@oms/contracts/errors'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { PostingMove, PostingState } from './domain/posting-status.ts'

/** A posting with what an event about it tells. */
export type MovingPosting = PostingState & { source: PostingSource; storeId: string; postingDate: string; postingHash: string }

/** A posting whose row stays as it is until the transaction ends. */
export async function lockPosting(tx: Transaction, id: string): Promise<MovingPosting | undefined> {
  const [row] = await tx.query<MovingPosting>({
    name: 'posting-lock',
    text: `select id, status, external_reference as "externalReference", rejection_reason as "rejectionReason", source, store_id as "storeId",
        posting_date as "postingDate", posting_hash as "postingHash"
      from posting where id = $1 for update`,
    values: [id],
  })
  return row
}

/** Writes down where a posting has moved to. Answers the sequence of the event that tells so. */
export async function movePosting(tx: Transaction, id: string, move: PostingMove): Promise<number> {
  const exported = move.to === 'Exported' ? move : null
  const [row] = await tx.query<{ eventSequence: number }>({
    name: 'posting-move',
    text: `update posting set status = $2, external_reference = coalesce($3, external_reference),
        exported_at = coalesce($4, exported_at), rejection_reason = coalesce($5, rejection_reason), event_sequence = event_sequence + 1
      where id = $1 returning event_sequence as "eventSequence"`,
    values: [
      id,
      move.to,
      exported?.externalReference ?? null,
      exported?.exportedAt ?? null,
      move.to === 'Rejected' ? move.reason : null,
    ],
  })
  invariant(row !== undefined, 'a posting that moves exists')
  return row.eventSequence
}
