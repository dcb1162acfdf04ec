import { Order } from '@open-oms/contracts/orders/order'
import { type HeldRights, hasPermission } from '@open-oms/contracts/permissions'
import { withoutPersonal } from '@open-oms/contracts/personal'

/**
 * What files are made of: the order as a caller may see it (security.md#personal-data). JSON
 * responses are masked where they go out.
 */
export type ShowOrder = (order: Order) => Order

/** For who may see all of it. */
export const showWhole: ShowOrder = (order) => order

/** What shows orders to a caller. */
export function orderShownTo(caller: HeldRights): ShowOrder {
  return hasPermission(caller, 'SeePersonalData') ? showWhole : (order) => withoutPersonal(Order, order) as Order
}
