import type { OrderStatus, OrderType } from '@oms/contracts/config/order-types'
import type { ConfiguredOrderTypes } from '@oms/contracts/orders/configuration/configured-order-types'

/** The order types and what their statuses are for, without steps and policies (configuration.md#configured-order-types). */
export function configuredOrderTypes(orderTypes: readonly OrderType[]): ConfiguredOrderTypes {
  return {
    result: orderTypes.map(({ name, defaultOrderType, enableEdit, orderStatuses }) => ({
      name,
      isDefault: defaultOrderType,
      mayBeEdited: enableEdit,
      statuses: orderStatuses.toSorted((one, other) => one.order - other.order).map(configuredStatus),
    })),
  }
}

function configuredStatus(status: OrderStatus): ConfiguredOrderTypes['result'][number]['statuses'][number] {
  return {
    name: status.name,
    displayName: status.displayName ?? status.name,
    isMainFilter: status.isMainFilter,
    condition: status.condition,
    isInProgress: status.isInProgressStatus,
    isPicked: status.isPicked,
    isDelivered: status.isDeliveredStatus,
    isCanceled: status.isCanceledStatus,
    shipmentStatus: status.shipmentStatusUpdate,
  }
}
