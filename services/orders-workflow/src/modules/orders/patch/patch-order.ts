import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderPatchUpdateResult } from '@open-oms/contracts/orders/order-patch'
import { unpaidGoodsWarnings } from '../../../order/rules/fulfilment/unpaid-goods.ts'
import { withOrderPatch } from '../../../order/rules/patches/order-patch.ts'
import type { OrderPatchInput } from '../../../order/rules/patches/order-patch-options.ts'
import { countOne } from '../../../order/rules/patches/patch-counts.ts'
import type { WriteRequest } from '../../../order/write/write-context.ts'
import { writeOrder } from '../../../order/write/write-orders.ts'
import { packagesOfAdded, withPackageLines } from '../../packages/break-down-packages.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'

export type PatchedOrder = OrderPatchUpdateResult & { order: Order }

export type PatchOrder = { orderId: string; patch: OrderPatchInput; write: WriteRequest }

/**
 * Changes the parts of an order that a patch has, and returns it as it is then
 * (orders.md#order-replacement, orders.md#order-patch). No workflow runs. Raises
 * `ValidationFailed`, `TransitionNotAllowed`, `QuantityNotAvailable`, `NotFound`, `Forbidden` also
 * for the store that the order would move to, `VersionConflict`, `OrderIsReadOnly`,
 * `OrderIsDeleted`, and `ResourceLocked` while a step of a return form that it changes waits for an
 * external call.
 */
export async function patchOrder(deps: RunnerDeps, { orderId, patch, write }: PatchOrder): Promise<PatchedOrder> {
  const { status, before, saved } = await writeOrder(
    { deps, write },
    {
      orderId,
      kind: 'edit',
      async change(order, { tx, now }) {
        const products = await packagesOfAdded(tx, deps, { sent: patch.orderForm?.lineItems, stored: order })
        const patched = withOrderPatch(order, patch, { config: deps.config(), now, newId: deps.newId })
        return { order: withPackageLines(deps, patched, { products, stored: order }) }
      },
    },
  )
  const warnings = before === null ? [] : unpaidGoodsWarnings(before, saved.order, deps.config())
  return { ...countOne(status === 'updated', warnings), order: saved.order }
}
