import type { OrderLineUpdateResult } from '@open-oms/contracts/orders/order-patch'
import { withLinePatches } from '../../order/rules/patches/order-patch-lines.ts'
import type { LinePatch } from '../../order/rules/patches/patch-lines.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { patchItems } from '../shipments/patch-items.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'

export type PatchOrderLines = { orderId: string; patches: readonly LinePatch[]; write: WriteRequest }

/**
 * Changes the parts of lines that patches have, and counts what became of each
 * (orders.md#order-replacement, lines.md#line-patches). Lines that the order does not have are
 * passed over. Raises `ValidationFailed`, `QuantityNotAvailable`, `NotFound`, `Forbidden`,
 * `VersionConflict`, `OrderIsReadOnly`, `OrderIsDeleted`.
 */
export function patchOrderLines(deps: RunnerDeps, { orderId, patches, write }: PatchOrderLines): Promise<OrderLineUpdateResult> {
  return patchItems(deps, {
    orderId,
    write,
    ids: patches.map(({ lineItemId = '' }) => lineItemId),
    patched: (order, context) => withLinePatches(order, patches, context),
    indexItems: ({ orderForm }) => new Map(orderForm.lineItems.map((line) => [line.lineItemId, line])),
  })
}
