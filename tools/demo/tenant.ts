import type { Connector } from '@open-oms/contracts/config/connectors'
import type { OrderStatus, OrderType, WorkflowStep } from '@open-oms/contracts/config/order-types'
import type { PaymentMethod } from '@open-oms/contracts/config/payment-methods'
import type { Store } from '@open-oms/contracts/config/stores'
import { type TenantConfig, tenantConfigChecks, tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import { loadTenantConfig } from '@open-oms/service-kit/config/load-tenant-config'

const names = ['markets', 'stores', 'orderTypes', 'paymentMethods', 'charts', 'connectors', 'apiClients', 'settings'] as const

/**
 * The parts of the tenant configuration that the demo and the first request of the start are made
 * of.
 */
export type Tenant = Pick<TenantConfig, (typeof names)[number]>

/** Reads the configuration of a folder. Throws when it cannot be used. */
export function readTenant(directory: string): Promise<Tenant> {
  return loadTenantConfig({ directory, files: tenantConfigFiles, checks: tenantConfigChecks, names })
}

/**
 * The stores that a client may write to; all of them when it is limited to none, or is not in the
 * configuration.
 */
export function writableStores(
  { stores, apiClients }: Pick<Tenant, 'stores' | 'apiClients'>,
  clientId: string,
): readonly Store[] {
  const storeIds = apiClients.find((client) => client.clientId === clientId)?.storeIds ?? []
  return storeIds.length === 0 ? stores : stores.filter(({ id }) => storeIds.includes(id))
}

/** The types of orders, the default one first. */
export function typesByPreference({ orderTypes }: Pick<Tenant, 'orderTypes'>): OrderType[] {
  return [...orderTypes].sort((a, b) => Number(b.defaultOrderType) - Number(a.defaultOrderType))
}

/** The status that new orders of a type have. */
export function firstStatus({ orderStatuses }: OrderType): OrderStatus {
  return orderStatuses.reduce((first, status) => (status.order < first.order ? status : first))
}

/** How an order of the demo goes through its life. */
export type OrderFlow = { orderType: string; created: string; delivered: string }

const captures = new Set(['CapturePayments', 'CapturePayment'])

/**
 * The first type of orders that is captured when it is delivered, without asking anybody outside:
 * the demo must not book transport or take money. Null when there is none.
 */
export function orderFlow(tenant: Pick<Tenant, 'orderTypes' | 'connectors'>): OrderFlow | null {
  for (const type of typesByPreference(tenant).filter(({ disableWorkflow }) => !disableWorkflow)) {
    const created = firstStatus(type)
    const isAllowed = ({ name }: OrderStatus) => !created.enforceAvailableStepsPolicy || created.availableSteps.includes(name)
    const delivered = type.orderStatuses.find(
      (status) => status.isDeliveredStatus && isAllowed(status) && activeSteps(status).some(({ name }) => captures.has(name)),
    )
    if (delivered === undefined) continue
    const steps = [...activeSteps(created), ...activeSteps(delivered)]
    if (steps.some((step) => asksOutside(step, tenant.connectors.connectors))) continue
    return { orderType: type.name, created: created.name, delivered: delivered.name }
  }
  return null
}

function activeSteps({ workflowSteps }: OrderStatus): WorkflowStep[] {
  return workflowSteps.filter(({ active }) => active)
}

/**
 * Steps that book, post or export name a connector; the start of the service checks that
 * (workflow.md#configuration-checks).
 */
function asksOutside({ connector }: WorkflowStep, connectors: readonly Connector[]): boolean {
  return connector !== null && !isManual(connector, connectors)
}

function isManual(name: string, connectors: readonly Connector[]): boolean {
  return connectors.some((connector) => connector.name === name && connector.active && connector.type === 'manual')
}

/** Payment methods of a market that move no real money: those of a manual connector. */
export function manualMethods({ paymentMethods, connectors }: Tenant, marketId: string): PaymentMethod[] {
  return paymentMethods.filter(
    ({ active, markets, connector, isEmptyPayment, isGiftCard }) =>
      active &&
      !isEmptyPayment &&
      !isGiftCard &&
      (markets.length === 0 || markets.includes(marketId)) &&
      isManual(connector, connectors.connectors),
  )
}
