import { erpPostingExported, erpPostingReconciled, erpPostingRejected } from '@oms/contracts/accounting/erp-events'
import { durables } from '@oms/contracts/nats-users'
import { defineConsumer } from '@oms/service-kit/events/consumer'
import type { Deps } from '../../deps.ts'
import { changePostingStatus } from './change-posting-status.ts'

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
