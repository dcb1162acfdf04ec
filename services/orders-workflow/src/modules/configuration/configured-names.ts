import type { OrderStatus } from '@oms/contracts/config/order-types'
import type { ConfiguredNames } from '@oms/contracts/orders/configuration/configured-names'
import type { Caller } from '@oms/service-kit/authentication/caller'
import type { OrdersConfig } from '../../order/document/orders-config.ts'

/** Statuses after which nothing remains to be done, and which no property of the configuration marks. */
const closedByName: readonly string[] = ['Returned', 'PartiallyReturned', 'NotCollected', 'Deleted']

type NamedConfig = Pick<OrdersConfig, 'orderTypes' | 'stores' | 'settings'>

/** Stores, order types and statuses by name; of the stores those that the caller may see (configuration.md#configured-names). */
export function configuredNames({ orderTypes, stores, settings }: NamedConfig, { storeIds }: Caller): ConfiguredNames {
  const { timeZone } = settings.accounting
  return {
    timeZone,
    stores: stores
      .filter(({ id }) => storeIds?.includes(id) ?? true)
      .map(({ id, name, marketId, timeZone: own }) => ({ id, name, marketId, timeZone: own ?? timeZone })),
    orderTypes: orderTypes.map(({ name, orderStatuses }) => ({
      name,
      statuses: orderStatuses
        .toSorted((a, b) => a.order - b.order)
        .map((status) => ({ name: status.name, displayName: status.displayName, isOpen: isOpen(status) })),
    })),
  }
}

function isOpen({ name, isCanceledStatus, isDeliveredStatus }: OrderStatus): boolean {
  return !isCanceledStatus && !isDeliveredStatus && !closedByName.includes(name)
}
