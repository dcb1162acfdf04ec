import type { OrderPatchUpdateResult, WriteWarning } from '@open-oms/contracts/orders/order-patch'
import { isEqual } from '../context/changed-fields.ts'

/** Items of an order by their ids. */
export type ItemsById = ReadonlyMap<string | null, unknown>

/**
 * What became of patches of single items, by the ids that they name (orders.md#patch-result). An
 * item is updated when its patch changed it and the change outlived the calculation: others change
 * by their share of a discount only.
 */
export function countPatched(
  ids: readonly string[],
  { before, after, saved, warnings }: Record<'before' | 'after' | 'saved', ItemsById> & { warnings: WriteWarning[] },
): OrderPatchUpdateResult {
  const found = ids.filter((id) => before.has(id))
  const updated = found.filter((id) => after.get(id) !== before.get(id) && !isEqual(saved.get(id), before.get(id)))
  return {
    totalCount: ids.length,
    updatedCount: updated.length,
    unchangedCount: found.length - updated.length,
    notFoundCount: ids.length - found.length,
    errorCount: 0,
    errorMessage: null,
    isModified: updated.length > 0,
    warnings,
  }
}

/** What became of the patch of one whole, an order or a return form (orders.md#patch-result). */
export function countOne(isModified: boolean, warnings: WriteWarning[] = []): OrderPatchUpdateResult {
  return {
    totalCount: 1,
    updatedCount: isModified ? 1 : 0,
    unchangedCount: isModified ? 0 : 1,
    notFoundCount: 0,
    errorCount: 0,
    errorMessage: null,
    isModified,
    warnings,
  }
}
