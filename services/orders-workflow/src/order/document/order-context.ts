import type { Settings } from '@oms/contracts/config/settings'
import type { TenantConfig } from '@oms/contracts/config/tenant-config'
import { invariant } from '@oms/contracts/errors'
import type { Order } from '@oms/contracts/orders/order'
import { canceledStatusesOf, deliveredStatusesOf, findReturnType } from './return-type.ts'
import type { TotalsContext } from './totals-context.ts'

export type OrderConfig = Pick<TenantConfig, 'markets' | 'stores' | 'orderTypes'>
/** What a version of an order depends on. */
export type VersionConfig = OrderConfig & Pick<TenantConfig, 'paymentMethods'> & { settings: Pick<Settings, 'shipping'> }

/**
 * What the totals of an order depend on, from the configuration. `previous` is the stored order,
 * null for a new one.
 */
export function totalsContextOf(order: Order, config: OrderConfig, previous: Order | null): TotalsContext {
  // Orders of a market that was removed from the configuration use the terms of the default one.
  const market =
    config.markets.find((candidate) => candidate.id === order.marketId) ?? config.markets.find((candidate) => candidate.isDefault)
  invariant(market !== undefined, 'the configuration has a default market')
  const type = findReturnType(config.orderTypes) ?? config.orderTypes.find((candidate) => candidate.name === order.orderType)
  const statuses = { canceledStatuses: canceledStatusesOf(type), finalStatuses: deliveredStatusesOf(type) }
  return { currency: market.currency, taxRate: market.taxRate, ...statuses, previous }
}

/** The currency of the order's amounts (money.md#rounding). */
export function currencyOf(order: Order, config: OrderConfig): string {
  return order.billingCurrency || totalsContextOf(order, config, null).currency
}
