import { accountingRoutes } from '@open-oms/contracts/accounting/routes'
import { catalogRoutes } from '@open-oms/contracts/catalog/routes'
import { invariant } from '@open-oms/contracts/errors'
import { orderRoutes } from '@open-oms/contracts/orders/routes/order-routes'
import type { RouteContract } from '@open-oms/contracts/route'
import type { ServiceName } from './upstream.ts'

/** Which service serves the paths below a prefix. */
const servicePrefixes = {
  '/api/products': 'catalog-assets',
  '/api/BusinessCustomer': 'catalog-assets',
  '/assets': 'catalog-assets',
  '/api/Orders': 'orders-workflow',
  '/api/OrderShipments': 'orders-workflow',
  '/api/Returns': 'orders-workflow',
  '/api/RefundRequests': 'orders-workflow',
  '/api/WorkflowRuns': 'orders-workflow',
  '/api/Jobs': 'orders-workflow',
  '/api/WebhookDeliveries': 'orders-workflow',
  '/api/WebhookSubscriptions': 'orders-workflow',
  '/api/DeadLetters/Orders': 'orders-workflow',
  '/api/Configuration': 'orders-workflow',
  '/api/Inventory': 'orders-workflow',
  '/api/ZReport': 'orders-workflow',
  '/api/SavedSearches': 'orders-workflow',
  '/api/Colleagues': 'orders-workflow',
  '/api/Notifications': 'orders-workflow',
  '/api/Shipments': 'orders-workflow',
  '/api/Templates': 'orders-workflow',
  '/api/cart': 'orders-workflow',
  '/api/Customers': 'orders-workflow',
  '/api/Audit': 'orders-workflow',
  '/api/Reports': 'orders-workflow',
  '/api/SavedReports': 'orders-workflow',
  '/api/Accounting': 'accounting-read',
  '/api/DeadLetters/Accounting': 'accounting-read',
} as const satisfies Record<string, ServiceName>

/** The service of a path, in any letter case; null where none is. */
export function findService(path: string): ServiceName | null {
  const wanted = path.toLowerCase()
  for (const [prefix, service] of Object.entries(servicePrefixes)) {
    const start = prefix.toLowerCase()
    if (wanted === start || wanted.startsWith(`${start}/`)) return service
  }
  return null
}

/**
 * Every route of a service behind the gateway. What is not here is 404, with or without a token
 * (http.md#paths).
 */
const proxiedContracts: readonly RouteContract[] = [...catalogRoutes, ...orderRoutes, ...accountingRoutes]

export type ProxiedRoute = { contract: RouteContract; service: ServiceName }

export function proxiedRoutes(contracts: readonly RouteContract[] = proxiedContracts): ProxiedRoute[] {
  return contracts.map((contract) => {
    const service = findService(contract.url)
    invariant(service !== null, `${contract.method} ${contract.url} is below no prefix of a service`)
    return { contract, service }
  })
}
