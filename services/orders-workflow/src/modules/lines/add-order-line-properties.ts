import { assertWritable } from '../../order/rules/context/order-guards.ts'
import type { SavedOrder } from '../../order/rules/order-version.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { editOrder } from '../../order/write/write-orders.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { addLineProperties, type LinePropertiesInput } from './domain/order-line-properties.ts'

export type AddOrderLineProperties = { orderId: string; patches: readonly LinePropertiesInput[]; write: WriteRequest }

/**
 * Adds properties to lines, or updates those of the same key (lines.md#line-properties). Raises
 * `ValidationFailed`, `NotFound` also for an unknown line, `Forbidden`, `VersionConflict`,
 * `OrderIsReadOnly`, `OrderIsDeleted`.
 */
export async function addOrderLineProperties(
  deps: RunnerDeps,
  { orderId, patches, write }: AddOrderLineProperties,
): Promise<SavedOrder> {
  return editOrder({ deps, write }, orderId, (order) => {
    assertWritable(order)
    return addLineProperties(order, patches)
  })
}
