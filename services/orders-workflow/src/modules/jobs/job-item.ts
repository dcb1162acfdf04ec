import { DomainError } from '@open-oms/contracts/errors'
import type { JobKind } from '@open-oms/contracts/orders/jobs/job'
import type { OrderOperation } from '@open-oms/contracts/orders/order-version'
import { requireInScope } from '@open-oms/service-kit/authentication/caller'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { type ClaimedItem, type ItemResult, noteItemBegun } from './item-store.ts'

/** An item to process now. */
export type JobItem = {
  /** What it is, by the kind of its job. */
  key: string
  /** Null: it is not there, or not for who has made the job. */
  orderId: string | null
  /** True: an earlier attempt had the effect, and only what became of it is not written yet. */
  hasBegun: boolean
  /**
   * Notes that the item has its effect, in the transaction of the effect, so that it has it once.
   * Raises `Unavailable`, which rolls the effect back, when another process has taken the item
   * over.
   */
  begin(tx: Transaction): Promise<void>
  /** Writes as who has made the job, for the stores that it was made for. */
  writeAs(operation: OrderOperation): WriteRequest
}

/**
 * Does an item of a job. A `DomainError` that may pass has it done again later; any other is the
 * reason why it is refused.
 */
export type JobHandler = (item: JobItem) => Promise<ItemResult>

/**
 * What is done for the items of each kind of job. A process leaves kinds alone that it does not
 * know.
 */
export type JobHandlers = Partial<Record<JobKind, JobHandler>>

/** The item that a process has claimed, for its handler. */
export function toJobItem(claimed: ClaimedItem): JobItem {
  const { key, order_id: orderId, has_begun: hasBegun, store_ids: storeIds, created_by: by, actor, correlation_id } = claimed
  const caller = { clientId: by, actor, storeIds, roles: [] }
  return {
    key,
    orderId,
    hasBegun,
    async begin(tx) {
      if (!(await noteItemBegun(tx, claimed))) throw new DomainError('Unavailable', 'Another process has taken this item over.')
    },
    writeAs: (operation) => ({
      operation,
      by,
      actor,
      correlationId: correlation_id,
      origin: { actorKind: null, actor, clientId: by, session: null, address: null, traceId: correlation_id },
      requireScope: (storeId) => requireInScope(caller, storeId),
    }),
  }
}
