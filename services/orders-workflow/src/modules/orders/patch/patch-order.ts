import type { OrderPatchUpdateResult } from '@oms/contracts/orders/order-patch'
import { changeOrder, type WriteRequest } from '../../../order/change-order.ts'
import { requireNamedStores } from '../../../order/document/named-stores.ts'
import type { PackageCatalogue } from '../../../order/packages/package-catalogue.ts'
import { patchOrder as patched } from '../../../order/patches/order-patch.ts'
import type { OrderPatchInput } from '../../../order/patches/order-patch-options.ts'
import { packagesOf, withPackageLines } from '../../packages/break-down-packages.ts'
import type { RunnerDeps } from '../../workflow/runner.ts'

export type PatchOrder = { orderId: string; patch: OrderPatchInput; write: WriteRequest }

/**
 * Changes the parts of an order that a patch has (document 3, Update; 4-decisions J.8). No workflow runs. Raises `ValidationFailed`,
 * `TransitionNotAllowed`, `QuantityNotAvailable`, `NotFound`, `Forbidden` also for the store that the order would move to,
 * `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`.
 */
export async function patchOrder(deps: RunnerDeps, { orderId, patch, write }: PatchOrder): Promise<OrderPatchUpdateResult> {
  let versionBefore: string | null = null
  let products: PackageCatalogue | null = null
  const saved = await changeOrder(deps, {
    ...write,
    orderId,
    async look(tx, order) {
      const known = new Set(order.orderForm.lineItems.map((line) => line.lineItemId))
      const added = (patch.orderForm?.lineItems ?? []).filter(({ lineItemId }) => !lineItemId || !known.has(lineItemId))
      products = await packagesOf(deps, added, tx)
    },
    apply(order, now) {
      versionBefore = order.versionId
      const added = patched(order, patch, { config: deps.config(), now, newId: deps.newId })
      const after = withPackageLines(deps, added, { products, stored: order })
      requireNamedStores(write.requireScope, after, order)
      return after
    },
  })
  const isModified = saved.versionId !== versionBefore
  return {
    totalCount: 1,
    updatedCount: isModified ? 1 : 0,
    unchangedCount: isModified ? 0 : 1,
    notFoundCount: 0,
    errorCount: 0,
    errorMessage: null,
    isModified,
  }
}
