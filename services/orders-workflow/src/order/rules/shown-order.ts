import { Order } from '@open-oms/contracts/orders/order'
import { type HeldRights, hasPermission } from '@open-oms/contracts/permissions'
import { withoutPersonal } from '@open-oms/contracts/personal'

/**
 * Returns the order as the caller may see it (security.md#personal-data), for files. JSON responses
 * are masked when they are sent.
 */
export type ShowOrder = (order: Order) => Order

/** For callers who may see everything. */
export const showWhole: ShowOrder = (order) => order

/** Masks orders for a caller. */
export function orderShownTo(caller: HeldRights): ShowOrder {
  return hasPermission(caller, 'SeePersonalData') ? showWhole : (order) => withoutPersonal(Order, order) as Order
}
