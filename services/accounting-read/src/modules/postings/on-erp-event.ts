import { erpPostingExported, erpPostingReconciled, erpPostingRejected } from '@open-oms/contracts/accounting/erp-events'
import { postingExported, postingReconciled, postingRejected } from '@open-oms/contracts/accounting/events'
import type { PostingSource, PostingStatus } from '@open-oms/contracts/accounting/posting'
import { DomainError } from '@open-oms/contracts/errors'
import { durables } from '@open-oms/contracts/nats-users'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { defineConsumer } from '@open-oms/service-kit/events/consumer'
import { newEvent } from '@open-oms/service-kit/events/new-event'
import { appendToOutbox } from '@open-oms/service-kit/events/outbox'
import { usePrisma } from '../../database/use-prisma.ts'
import type { Deps } from '../../deps.ts'
import { utcMidnight } from '../calendar/domain/posting-date.ts'
import { isTransitionDue, type PostingTransition } from './domain/posting-status.ts'

const lockedRow = {
  id: Sql.uuid,
  status: Sql.oneOf<PostingStatus>(),
  externalReference: Sql.nullable(Sql.text),
  rejectionReason: Sql.nullable(Sql.text),
  source: Sql.oneOf<PostingSource>(),
  storeId: Sql.text,
  postingDate: Sql.date,
  postingHash: Sql.text,
}

/** A posting with what the event about its transition contains. */
type LockedPosting = RowOf<typeof lockedRow>

const lock = statement({
  name: 'posting-lock',
  text: `select id, status, external_reference as "externalReference", rejection_reason as "rejectionReason", source, store_id as "storeId",
      posting_date as "postingDate", posting_hash as "postingHash"
    from posting where id = $1 for update`,
  parameters: [Sql.uuid],
  row: lockedRow,
})

/** A posting whose row is locked until the transaction ends; undefined when there is none. */
async function lockPosting(tx: Transaction, id: string): Promise<LockedPosting | undefined> {
  const [row] = await lock.on(tx, id)
  return row
}

/** Writes the new status of a posting. Returns the sequence of the event about it. */
async function updateStatus(tx: Transaction, id: string, transition: PostingTransition): Promise<number> {
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

/**
 * Changes the status of postings as an ERP connector reports it (postings.md#posting-lifecycle). A
 * transition that is not allowed is retried, in case the event that must come before it is late,
 * and then becomes a dead letter.
 */
export const onErpEvent = (deps: Pick<Deps, 'now'>) =>
  defineConsumer({
    ...durables.accountingErp,
    handlers: {
      'erp.posting.exported.v1': {
        contract: erpPostingExported,
        async handle(tx, { id, data: { postingId, externalReference, exportedAt } }) {
          const transition = { to: 'Exported', externalReference, exportedAt: new Date(exportedAt) } as const
          await changePostingStatus(deps, tx, { postingId, transition, causationId: id })
        },
      },
      'erp.posting.reconciled.v1': {
        contract: erpPostingReconciled,
        async handle(tx, { id, data: { postingId } }) {
          await changePostingStatus(deps, tx, { postingId, transition: { to: 'Reconciled' }, causationId: id })
        },
      },
      'erp.posting.rejected.v1': {
        contract: erpPostingRejected,
        async handle(tx, { id, data: { postingId, reason } }) {
          await changePostingStatus(deps, tx, { postingId, transition: { to: 'Rejected', reason }, causationId: id })
        },
      },
    },
  })

const events = { Exported: postingExported, Reconciled: postingReconciled, Rejected: postingRejected }

type StatusChange = { postingId: string; transition: PostingTransition; causationId: string }

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
        postingDate: utcMidnight(posting.postingDate),
        hash: posting.postingHash,
        externalReference: transition.to === 'Exported' ? transition.externalReference : posting.externalReference,
      },
    }),
  ])
}
