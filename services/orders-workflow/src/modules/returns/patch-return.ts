import type { OrderPatchUpdateResult } from '@open-oms/contracts/orders/order-patch'
import { countOne } from '../../order/rules/patches/patch-counts.ts'
import type { ReturnFormPatch } from '../../order/rules/patches/patch-returns.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { writeOrder } from '../../order/write/write-orders.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { withPatchedReturn } from './domain/order-return.ts'

export type PatchReturn = { orderId: string; returnId: string; patch: ReturnFormPatch; write: WriteRequest }

/**
 * Patches a return form (returns.md#return-patches). No workflow runs. Raises `NotFound` also for
 * an unknown form, `ValidationFailed`, `TransitionNotAllowed`, `QuantityNotAvailable`, `Forbidden`
 * also for the store that the return would move to, `VersionConflict`, `OrderIsReadOnly`,
 * `OrderIsDeleted`, and `ResourceLocked` while a step of the form waits for an external call.
 */
export async function patchReturn(
  deps: RunnerDeps,
  { orderId, returnId, patch, write }: PatchReturn,
): Promise<OrderPatchUpdateResult> {
  if (patch.storeId !== undefined) write.requireScope(patch.storeId)
  const { status } = await writeOrder(
    { deps, write },
    {
      orderId,
      kind: 'edit',
      change: (order, { now }) => ({
        order: withPatchedReturn(order, { returnId, patch }, { config: deps.config(), now, newId: deps.newId }),
      }),
    },
  )
  return countOne(status === 'updated')
}
