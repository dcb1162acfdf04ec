import { invalid } from '@oms/contracts/errors'
import type { PatchLineItemIdsResult } from '@oms/contracts/orders/line-ids'
import { changeOrder, type WriteRequest } from '../../order/change-order.ts'
import { assertWritable } from '../../order/document/order-guards.ts'
import { renameMovements } from '../../order/inventory-of-order.ts'
import { checkMappings, type LineIdMapping, type RenamedLines, renameLines } from '../../order/lines/line-ids.ts'
import type { RunnerDeps } from '../workflow/runner.ts'

export type PatchLineItemIds = { orderId: string; mappings: readonly LineIdMapping[]; write: WriteRequest }

/**
 * Gives lines of an order new ids, all at once and wherever the order uses them (4-decisions J.10). Raises `ValidationFailed` also for a
 * new id that another line has, `NotFound`, `Forbidden`, `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`.
 */
export async function patchLineItemIds(
  deps: RunnerDeps,
  { orderId, mappings, write }: PatchLineItemIds,
): Promise<PatchLineItemIdsResult> {
  if (orderId.trim() === '') throw invalid('orderId', 'is required')
  checkMappings(mappings)
  const renaming: { done: RenamedLines | null } = { done: null }
  await changeOrder(deps, {
    ...write,
    orderId,
    apply(order) {
      assertWritable(order)
      renaming.done = renameLines(order, mappings)
      return renaming.done.order
    },
    hasFinalAmounts: true,
    newLineIds: () => (renaming.done as RenamedLines).ids,
    alongside: (tx) => renameMovements(tx, orderId, mappings.map(renamedLine)),
  })
  const { updatedCount, notFoundCount, details } = renaming.done as RenamedLines
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
