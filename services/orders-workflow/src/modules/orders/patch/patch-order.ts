import type { OrderPatchUpdateResult } from '@oms/contracts/orders/order-patch'
import { requireNamedStores } from '../../../order/document/named-stores.ts'
import { unpaidGoodsWarnings } from '../../../order/fulfilment/unpaid-goods.ts'
import { inLockedOrder } from '../../../order/locked-order.ts'
import { withOrderPatch } from '../../../order/patches/order-patch.ts'
import type { OrderPatchInput } from '../../../order/patches/order-patch-options.ts'
import { countOne } from '../../../order/patches/patch-counts.ts'
import type { WriteRequest } from '../../../order/write-context.ts'
import { packagesOfAdded, withPackageLines } from '../../packages/break-down-packages.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { assertNotInUse, readReturnCalls } from '../../workflow/runs/return-calls.ts'

export type PatchOrder = { orderId: string; patch: OrderPatchInput; write: WriteRequest }

/**
 * Changes the parts of an order that a patch has (orders.md#order-replacement,
 * orders.md#order-patch). No workflow runs. Raises `ValidationFailed`, `TransitionNotAllowed`,
 * `QuantityNotAvailable`, `NotFound`, `Forbidden` also for the store that the order would move to,
 * `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`, and `ResourceLocked` while a step of a
 * return form that it changes waits for an external call.
 */
export function patchOrder(deps: RunnerDeps, { orderId, patch, write }: PatchOrder): Promise<OrderPatchUpdateResult> {
  return inLockedOrder({ deps, write }, orderId, async ({ tx, order, now, save }) => {
    const products = await packagesOfAdded(tx, deps, { sent: patch.orderForm?.lineItems, stored: order })
    const config = deps.config()
    const after = withOrderPatch(order, patch, { config, now, newId: deps.newId })
    const whole = withPackageLines(deps, after, { products, stored: order })
    requireNamedStores(write.requireScope, whole, order)
    assertNotInUse(await readReturnCalls(tx, [order]), { before: order, after: whole, config })
    const saved = await save(whole)
    return countOne(saved.versionId !== order.versionId, unpaidGoodsWarnings(order, saved.order, config))
  })
}
