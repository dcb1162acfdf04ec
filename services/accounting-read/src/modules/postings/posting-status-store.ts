import type { PostingSource, PostingStatus } from '@oms/contracts/accounting/posting'
import { date, nullable, oneOf, type RowOf, statement, text, uuid } from '@oms/service-kit/database/statement'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { usePrisma } from '../../database/use-prisma.ts'
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

/** Writes the new status of a posting. Returns the sequence of the event about it. */
export async function updateStatus(tx: Transaction, id: string, transition: PostingTransition): Promise<number> {
  const data = { ...transitionColumns(transition), status: transition.to, eventSequence: { increment: 1 } }
  const written = await usePrisma(tx, (prisma) => prisma.posting.update({ where: { id }, data, select: { eventSequence: true } }))
  return Number(written.eventSequence)
}

/** What a transition writes beside the status; what it does not say stays. */
function transitionColumns(transition: PostingTransition) {
  if (transition.to === 'Rejected') return { rejectionReason: transition.reason }
  if (transition.to !== 'Exported') return {}
  return { externalReference: transition.externalReference, exportedAt: transition.exportedAt }
}
