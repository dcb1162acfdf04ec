import { invalid } from '@oms/contracts/errors'
import type { PatchLineItemIdsResult } from '@oms/contracts/orders/line-ids'
import { assertWritable } from '../../order/document/order-guards.ts'
import { renameMovements } from '../../order/inventory-of-order.ts'
import { checkMappings, type LineIdMapping, renameLines } from '../../order/lines/line-ids.ts'
import { inLockedOrder } from '../../order/locked-order.ts'
import type { WriteRequest } from '../../order/write-context.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { assertNotInUse, readReturnCalls } from '../workflow/runs/return-calls.ts'

export type PatchLineItemIds = { orderId: string; mappings: readonly LineIdMapping[]; write: WriteRequest }

/**
 * Gives lines of an order new ids, in one change and wherever the order uses them
 * (lines.md#line-id-changes). Raises `ValidationFailed` also for a new id that another line has,
 * `NotFound`, `Forbidden`, `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`, and
 * `ResourceLocked` for lines of a return form of which a step waits for an external call.
 */
export async function patchLineItemIds(
  deps: RunnerDeps,
  { orderId, mappings, write }: PatchLineItemIds,
): Promise<PatchLineItemIdsResult> {
  if (orderId.trim() === '') throw invalid('orderId', 'is required')
  checkMappings(mappings)
  const { updatedCount, notFoundCount, details } = await inLockedOrder({ deps, write }, orderId, async (locked) => {
    assertWritable(locked.order)
    const renamed = renameLines(locked.order, mappings)
    const change = { before: locked.order, after: renamed.order, config: deps.config() }
    assertNotInUse(await readReturnCalls(locked.tx, [locked.order]), change)
    await locked.save(renamed.order, { hasFinalAmounts: true, newLineIds: renamed.ids })
    await renameMovements(locked.tx, orderId, mappings.map(renamedLine))
    return renamed
  })
  return {
    totalRequested: mappings.length,
    updatedCount,
    notFoundCount,
    isModified: updatedCount > 0,
    errorMessage: null,
    details,
  }
}

function renamedLine({ oldLineItemId, newLineItemId }: LineIdMapping) {
  return { from: oldLineItemId as string, to: newLineItemId as string }
}
