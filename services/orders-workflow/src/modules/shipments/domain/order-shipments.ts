import { DomainError, type ErrorTexts } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { collectProblems, withPaths } from '@open-oms/contracts/problems'
import { currencyExponent } from '@open-oms/money/currency'
import { orderCurrency } from '../../../order/rules/context/order-context.ts'
import { assertWritable } from '../../../order/rules/context/order-guards.ts'
import { buildMergeContext, type PatchContext } from '../../../order/rules/patches/order-patch.ts'
import { withPatchedForm } from '../../../order/rules/patches/patch-form.ts'
import type { ShipmentInput } from '../../../order/rules/patches/patch-shipments.ts'
import { typeNamed } from '../../../order/rules/status/order-type.ts'

/**
 * The order with its shipments patched, found by `shipmentId` (shipments.md#patched-shipments,
 * orders.md#order-patch); the same order when nothing changes. Unknown ones are skipped. Raises
 * `ValidationFailed` naming every bad path of the list, `TransitionNotAllowed`,
 * `QuantityNotAvailable`, `OrderIsDeleted`, `OrderIsReadOnly`.
 */
export function withPatchedShipments(order: Order, patches: readonly ShipmentInput[], context: PatchContext): Order {
  assertWritable(order)
  const known = new Set(order.orderForm.shipments.map(({ shipmentId }) => shipmentId))
  const found = patches.filter(({ shipmentId = '' }) => known.has(shipmentId))
  // The others keep their indexes in the list, by which problems are named.
  const indexes = found.map((patch) => patches.indexOf(patch))
  return patched(order, found, { context, keepsItems: true, toSentIndex: (index) => indexes[index] ?? index })
}

/**
 * The order with all shipments replaced (shipments.md#patched-shipments). A known shipment keeps
 * the fields that only the service writes, and its lines where none are sent; an absent one is
 * removed. Together they must have all units of each line, with unchanged delivered, cancelled and
 * ready quantities. Raises what `withPatchedShipments` raises.
 */
export function withReplacedShipments(order: Order, shipments: readonly ShipmentInput[], context: PatchContext): Order {
  assertWritable(order)
  const after = patched(order, shipments, { context, keepsItems: false, toSentIndex: (index) => index })
  assertNothingDone(order.orderForm.lineItems, after.orderForm.lineItems)
  return after
}

type PatchOptions = { context: PatchContext; keepsItems: boolean; toSentIndex(index: number): number }

function patched(order: Order, shipments: readonly ShipmentInput[], { context, keepsItems, toSentIndex }: PatchOptions): Order {
  const exponent = currencyExponent(orderCurrency(order, context.config))
  const options = { keepExistingListItems: keepsItems, keepExistingCustomProperties: keepsItems }
  const pathInList = (path: string) =>
    path.replace(LIST, (_, index?: string) => (index === undefined ? '' : `[${toSentIndex(Number(index))}]`))
  return withPaths(pathInList, () => {
    const problems = collectProblems()
    const form = withPatchedForm(
      order,
      { shipments: [...shipments] },
      {
        merging: buildMergeContext(options, context, { problems, exponent }),
        exponent,
        type: typeNamed(order.orderType, context.config.orderTypes),
      },
    )
    problems.throwIfAny()
    return form
  })
}

/** The shipments of an order form; here their list is the body. */
const LIST = /^orderForm\.shipments(?:\[(\d+)\])?/

const done = ['deliveredQuantity', 'canceledQuantity', 'readyForPickupQuantity', 'returnQuantity'] as const

/** A list of shipments sets where goods are, not how far they are fulfilled. */
function assertNothingDone(before: readonly OrderLine[], after: readonly OrderLine[]): void {
  const errors: ErrorTexts = {}
  for (const [index, line] of after.entries()) {
    const known = before[index]
    const field = done.find((candidate) => (known?.[candidate] ?? 0) !== (line[candidate] ?? 0))
    if (field !== undefined)
      errors[`orderForm.lineItems[${index}].${field}`] = [
        `is ${known?.[field] ?? 0}, but that of the shipments is ${line[field] ?? 0}`,
      ]
  }
  const [first] = Object.entries(errors)
  if (first !== undefined) throw new DomainError('QuantityNotAvailable', `${first[0]} ${first[1][0]}`, { errors })
}
