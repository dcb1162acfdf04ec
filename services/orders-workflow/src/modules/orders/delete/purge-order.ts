import type { WriteRequest } from '../../../order/change-order.ts'
import { assertNotReadOnly } from '../../../order/document/order-guards.ts'
import type { RunnerDeps } from '../../workflow/runner.ts'
import { purgeOrder as removeOrder } from './purge-store.ts'

export type PurgeOrder = { orderId: string; write: WriteRequest }

/**
 * Removes an order for good, deleted before or not (4-decisions L.2). Raises `NotFound`, `Forbidden`, `VersionConflict`, `OrderIsReadOnly`,
 * and `ResourceLocked` while a workflow step of the order waits for an answer from outside.
 */
export async function purgeOrder(deps: RunnerDeps, { orderId, write }: PurgeOrder): Promise<void> {
  await removeOrder(deps, { ...write, orderId, check: assertNotReadOnly })
}
