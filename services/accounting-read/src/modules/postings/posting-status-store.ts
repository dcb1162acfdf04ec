import type { PostingSource, PostingStatus } from '@oms/contracts/accounting/posting'
import { invariant } from '@oms/contracts/errors'
import {
  bigint,
  date,
  nullable,
  oneOf,
  type RowOf,
  statement,
  text,
  timestamptz,
  uuid,
} from '@oms/service-kit/database/statement'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { PostingTransition } from './domain/posting-status.ts'

const lockedRow = {
  id: uuid,
  status: oneOf<PostingStatus>(),
  externalReference: nullable(text),
  rejectionReason: nullable(text),
  source: oneOf<PostingSource>(),
  storeId: text,
  postingDate: date,
  postingHash: text,
}

/** A posting with what the event about its transition contains. */
export type LockedPosting = RowOf<typeof lockedRow>

const lock = statement({
  name: 'posting-lock',
  text: `select id, status, external_reference as "externalReference", rejection_reason as "rejectionReason", source, store_id as "storeId",
      posting_date as "postingDate", posting_hash as "postingHash"
    from posting where id = $1 for update`,
  parameters: [uuid],
  row: lockedRow,
})

/** A posting whose row is locked until the transaction ends; undefined when there is none. */
export async function lockPosting(tx: Transaction, id: string): Promise<LockedPosting | undefined> {
  const [row] = await lock.on(tx, id)
  return row
}

const update = statement({
  name: 'posting-update-status',
  text: `update posting set status = $2, external_reference = coalesce($3, external_reference),
      exported_at = coalesce($4, exported_at), rejection_reason = coalesce($5, rejection_reason), event_sequence = event_sequence + 1
    where id = $1 returning event_sequence as "eventSequence"`,
  parameters: [uuid, oneOf<PostingStatus>(), nullable(text), nullable(timestamptz), nullable(text)],
  row: { eventSequence: bigint },
})

/** Writes the new status of a posting. Returns the sequence of the event about it. */
export async function updateStatus(tx: Transaction, id: string, transition: PostingTransition): Promise<number> {
  const exported = transition.to === 'Exported' ? transition : null
  const reason = transition.to === 'Rejected' ? transition.reason : null
  const reference = exported?.externalReference ?? null
  const [row] = await update.on(tx, id, transition.to, reference, exported?.exportedAt ?? null, reason)
  invariant(row !== undefined, 'a posting that changes its status exists')
  return row.eventSequence
}
