import type { Market } from '@open-oms/contracts/config/markets'
import type { OrderHandling } from '@open-oms/contracts/config/order-handling'
import type { Settings } from '@open-oms/contracts/config/settings'
import type { TenantConfig } from '@open-oms/contracts/config/tenant-config'
import { invariant } from '@open-oms/contracts/errors'
import type { OrderDraft } from '@open-oms/contracts/orders/order'
import { canceledStatusNames, deliveredStatusNames, findReturnType } from './return-type.ts'
import type { TotalsContext } from './totals-context.ts'

export type OrderConfig = Pick<TenantConfig, 'markets' | 'stores' | 'orderTypes'>
/** What the search row of an order depends on. */
export type SearchedConfig = OrderConfig & Pick<TenantConfig, 'customFields'>
/** What a version of an order depends on. */
export type VersionConfig = SearchedConfig &
  Pick<TenantConfig, 'paymentMethods' | 'users' | 'apiClients' | 'roles' | 'numberSequences'> & {
    settings: Pick<Settings, 'shipping' | 'documents'>
    orderHandling: Pick<OrderHandling, 'refundApprovalAbove'>
  }

/**
 * What the totals of an order depend on, from the configuration. `previous` is the stored order,
 * null for a new one.
 */
export function orderTotalsContext(order: OrderDraft, config: OrderConfig, previous: OrderDraft | null): TotalsContext {
  const market = orderMarket(order, config)
  const type = findReturnType(config.orderTypes) ?? config.orderTypes.find((candidate) => candidate.name === order.orderType)
  const statuses = { canceledStatuses: canceledStatusNames(type), finalStatuses: deliveredStatusNames(type) }
  return { currency: market.currency, taxRate: market.taxRate, ...statuses, previous }
}

/**
 * The market of an order; the default one where it names none, or one that was removed from the
 * configuration.
 */
export function orderMarket({ marketId }: Pick<OrderDraft, 'marketId'>, { markets }: { markets: readonly Market[] }): Market {
  const market = markets.find(({ id }) => id === marketId) ?? markets.find(({ isDefault }) => isDefault)
  invariant(market !== undefined, 'the configuration has a default market')
  return market
}

/** The currency of the order's amounts (money.md#rounding). */
export function orderCurrency(order: OrderDraft, config: OrderConfig): string {
  return order.billingCurrency || orderTotalsContext(order, config, null).currency
}
