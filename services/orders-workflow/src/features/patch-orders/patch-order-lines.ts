import type { Order } from '@oms/contracts/orders/order'
import type { OrderLine } from '@oms/contracts/orders/order-line'
import type { OrderLineUpdateResult } from '@oms/contracts/orders/order-patch'
import type { Deps } from '../../deps.ts'
import { patchOrderLines as patched } from '../../domain/order-patch-lines.ts'
import { countPatched } from '../../domain/patch-counts.ts'
import type { LinePatch } from '../../domain/patch-lines.ts'
import { changeOrder, type WriteRequest } from '../../persistence/change-order.ts'

export type PatchOrderLines = { orderId: string; patches: readonly LinePatch[]; write: WriteRequest }

/**
 * Changes the parts of lines that patches have, and counts what became of each (document 3, Update; 4-decisions J.9). Lines that the order
 * does not have are passed over. Raises `ValidationFailed`, `QuantityNotAvailable`, `NotFound`, `Forbidden`, `VersionConflict`,
 * `OrderIsReadOnly`, `OrderIsDeleted`.
 */
export async function patchOrderLines(deps: Deps, { orderId, patches, write }: PatchOrderLines): Promise<OrderLineUpdateResult> {
  let before: Order | null = null
  let after: Order | null = null
  const saved = await changeOrder(deps, {
    ...write,
    orderId,
    apply(order, now) {
      before = order
      after = patched(order, patches, { config: deps.config(), now, newId: deps.newId })
      return after
    },
  })
  const ids = patches.map(({ lineItemId = '' }) => lineItemId)
  return countPatched(ids, { before: linesOf(before), after: linesOf(after), saved: linesOf(saved.order) })
}

type Lines = ReadonlyMap<string | null, OrderLine>

function linesOf(order: Order | null): Lines {
  return new Map((order?.orderForm.lineItems ?? []).map((line) => [line.lineItemId, line]))
}
