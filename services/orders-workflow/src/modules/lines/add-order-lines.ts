import { assertWritable } from '../../order/rules/context/order-guards.ts'
import { canceledStatusNames } from '../../order/rules/context/return-type.ts'
import type { LineInput } from '../../order/rules/lines/new-lines.ts'
import type { SavedOrder } from '../../order/rules/order-version.ts'
import { addLines } from '../../order/rules/shipments/added-lines.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { editOrder } from '../../order/write/write-orders.ts'
import { loadLinePackages, withPackageLines } from '../packages/break-down-packages.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { addLineProperties, type LinePropertiesInput } from './domain/order-line-properties.ts'

export type AddOrderLines = {
  orderId: string
  lines: readonly LineInput[]
  /** True when the body is the one line, and not a list. */
  isOne: boolean
  shipmentId: string | undefined
  write: WriteRequest
}

/**
 * Adds lines to an order and to one of its shipments (lines.md#added-lines), those of packages with
 * lines for their components (packages.md#package-breakdown). Raises what the breakdown of packages
 * raises, `ValidationFailed`, `QuantityNotAvailable`, `NotFound`, `Forbidden`, `VersionConflict`,
 * `OrderIsReadOnly`, `OrderIsDeleted`.
 */
export async function addOrderLines(deps: RunnerDeps, { orderId, write, ...command }: AddOrderLines): Promise<SavedOrder> {
  const products = await loadLinePackages(deps, command.lines)
  return editOrder({ deps, write }, orderId, (order) => {
    assertWritable(order)
    const type = deps.config().orderTypes.find(({ name }) => name === order.orderType)
    const added = addLines(order, { ...command, canceledStatuses: canceledStatusNames(type) })
    const count = order.orderForm.lineItems.length
    const toLinePath = (index: number) => (command.isOne ? '' : `[${index - count}]`)
    return withPackageLines(deps, added, { products, stored: order, toLinePath })
  })
}

type AddOrderLineProperties = { orderId: string; patches: readonly LinePropertiesInput[]; write: WriteRequest }

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
