import { erpPostingExported, erpPostingReconciled, erpPostingRejected } from '@oms/contracts/accounting/erp-events'
import { defineConsumer } from '@oms/service-kit/events/consume'
import type { Deps } from '../../deps/deps.ts'
import { movePosting } from './change-posting-status.ts'

/**
 * What an ERP connector tells of postings (4-decisions O.6). A move that is not allowed is tried again, in case what must come before it is
 * only late, and then becomes a dead letter.
 */
export const onErpEvent = (deps: Pick<Deps, 'now'>) =>
  defineConsumer({
    name: 'accounting-erp',
    stream: 'ERP',
    handlers: {
      'erp.posting.exported.v1': {
        contract: erpPostingExported,
        async handle(tx, { id, data: { postingId, externalReference, exportedAt } }) {
          const move = { to: 'Exported', externalReference, exportedAt: new Date(exportedAt) } as const
          await movePosting(deps, tx, { postingId, move, causationId: id })
        },
      },
      'erp.posting.reconciled.v1': {
        contract: erpPostingReconciled,
        async handle(tx, { id, data: { postingId } }) {
          await movePosting(deps, tx, { postingId, move: { to: 'Reconciled' }, causationId: id })
        },
      },
      'erp.posting.rejected.v1': {
        contract: erpPostingRejected,
        async handle(tx, { id, data: { postingId, reason } }) {
          await movePosting(deps, tx, { postingId, move: { to: 'Rejected', reason }, causationId: id })
        },
      },
    },
  })
