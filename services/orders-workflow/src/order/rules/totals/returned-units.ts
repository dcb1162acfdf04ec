import type { Order, OrderDraft } from '@open-oms/contracts/orders/order'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { restOfQuantity, sumOfQuantities } from '@open-oms/money/quantities'
import { isStatusIn } from '../context/return-type.ts'

type Previous = Pick<Order, 'returnOrderForms' | 'orderForm'> | null

type ReturnCountContext = {
  previous: Previous
  /** The cancelled statuses of return forms. */
  canceledStatuses: readonly string[]
}

/**
 * The order whose lines' `returnQuantity` counts the units of the return forms that are not
 * cancelled, from their creation on (returns.md#returned-units). Units that were returned without a
 * form are added. Forms of a whole document may have more units than were delivered, for example
 * from other systems: only delivered units count.
 */
export function withReturnedUnits<Draft extends OrderDraft>(
  order: Draft,
  { previous, canceledStatuses }: ReturnCountContext,
): Draft {
  if (order.returnOrderForms.length === 0 && (previous?.returnOrderForms.length ?? 0) === 0) return order
  const after = unitsInForms(order.returnOrderForms, canceledStatuses)
  const before = unitsInForms(previous?.returnOrderForms ?? [], canceledStatuses)
  const known = new Map((previous?.orderForm.lineItems ?? []).map((line) => [line.lineItemId, line.returnQuantity]))
  const lineItems = order.orderForm.lineItems.map((line) => {
    const id = line.lineItemId
    if (!after.has(id) && !before.has(id)) return line
    const units = after.get(id) ?? 0
    const stored = known.get(id)
    const isSent = stored === undefined || stored !== line.returnQuantity
    const beside = isSent ? 0 : Math.max(0, restOfQuantity(stored, before.get(id) ?? 0))
    // What has counted already is not taken back by saying that less was delivered: that is refused
    // (quantities.md#quantity-invariants).
    const countable = isSent ? line.deliveredQuantity : Math.max(line.deliveredQuantity, stored)
    const counted = Math.max(beside, Math.min(sumOfQuantities([beside, units]), countable))
    const returnQuantity = isSent ? Math.max(line.returnQuantity, counted) : counted
    return returnQuantity === line.returnQuantity ? line : { ...line, returnQuantity }
  })
  return { ...order, orderForm: { ...order.orderForm, lineItems } }
}

/** How many units of each line, by its id, the return forms have that are not cancelled. */
export function unitsInForms(
  forms: readonly Pick<ReturnOrderForm, 'status' | 'lineItems'>[],
  canceledStatuses: readonly string[],
): Map<string | null, number> {
  const isCanceled = isStatusIn(canceledStatuses)
  const units = new Map<string | null, number>()
  for (const { status, lineItems } of forms) {
    if (isCanceled(status)) continue
    for (const line of lineItems) units.set(line.lineItemId, sumOfQuantities([units.get(line.lineItemId) ?? 0, line.quantity]))
  }
  return units
}
