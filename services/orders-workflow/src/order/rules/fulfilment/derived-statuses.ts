import type { Order } from '@open-oms/contracts/orders/order'
import { withFields } from '../context/changed-fields.ts'
import type { VersionConfig } from '../context/order-context.ts'
import { DELETED } from '../context/order-guards.ts'
import { isHeld } from '../holds/holds.ts'
import { derivePaymentStatus, unsecuredAmount } from '../payments/payment-status.ts'
import { effectiveOrderType } from '../status/order-type.ts'
import { deriveFulfilmentStatus } from './fulfilment-status.ts'
import { pickableShipments } from './pickable-goods.ts'

/**
 * The order with the statuses that are derived from it (money.md#payment-status,
 * shipments.md#fulfilment-status, inventory.md#pickable-goods); the same order when it has them.
 * Expects calculated amounts.
 */
export function withDerivedStatuses(order: Order, config: VersionConfig): Order {
  const fulfilmentStatus = deriveFulfilmentStatus(order, effectiveOrderType(order, config.orderTypes))
  const isOpen = order.status !== DELETED && fulfilmentStatus !== 'Cancelled' && !isHeld(order)
  return withFields(order, {
    fulfilmentStatus,
    isPickable:
      isOpen && pickableShipments(order, config.orderTypes).length > 0 && unsecuredAmount(order, config.paymentMethods) === 0,
    paymentStatus: derivePaymentStatus(order),
  })
}
