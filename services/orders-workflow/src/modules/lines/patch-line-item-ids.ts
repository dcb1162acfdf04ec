import { invalid } from '@open-oms/contracts/errors'
import type { LineItemIdMapping, PatchLineItemIdsResult } from '@open-oms/contracts/orders/lines/line-ids'
import type { InputOf } from '@open-oms/contracts/primitives'
import { assertWritable } from '../../order/rules/context/order-guards.ts'
import { checkMappings, type LineIdMapping, renameLines } from '../../order/rules/lines/line-ids.ts'
import { renameMovements } from '../../order/write/inventory-of-order.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { writeOrder } from '../../order/write/write-orders.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'

export type PatchLineItemIds = { orderId: string; mappings: readonly InputOf<LineItemIdMapping>[]; write: WriteRequest }

/**
 * Gives lines of an order new ids, in one change and wherever the order uses them
 * (lines.md#line-id-changes). Raises `ValidationFailed` also for a new id that another line has,
 * `NotFound`, `Forbidden`, `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`, and
 * `ResourceLocked` for lines of a return form of which a step waits for an external call.
 */
export async function patchLineItemIds(
  deps: RunnerDeps,
  { orderId, mappings: sent, write }: PatchLineItemIds,
): Promise<PatchLineItemIdsResult> {
  if (orderId.trim() === '') throw invalid('orderId', 'is required')
  const mappings = checkMappings(sent)
  const { result } = await writeOrder<ReturnType<typeof renameLines>>(
    { deps, write },
    {
      orderId,
      kind: 'rename',
      change(order) {
        assertWritable(order)
        const renamed = renameLines(order, mappings)
        return {
          order: renamed.order,
          newLineIds: renamed.ids,
          also: (tx) => renameMovements(tx, orderId, mappings.map(renamedLine)),
          result: renamed,
        }
      },
    },
  )
  const { updatedCount, notFoundCount, details } = result
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
  return { from: oldLineItemId, to: newLineItemId }
}
