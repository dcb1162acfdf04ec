import { erpEvents } from '@open-oms/contracts/accounting/erp-events'
import { accountingEvents } from '@open-oms/contracts/accounting/events'
import { accountingRoutes } from '@open-oms/contracts/accounting/routes'
import { catalogEvents } from '@open-oms/contracts/catalog/events'
import { catalogRoutes } from '@open-oms/contracts/catalog/routes'
import { getOpenApiDocument, healthRoutes, tokenRoutes } from '@open-oms/contracts/gateway/routes'
import { sessionRoutes } from '@open-oms/contracts/gateway/session-routes'
import { orderEvents } from '@open-oms/contracts/orders/events'
import { orderRoutes } from '@open-oms/contracts/orders/routes/order-routes'
import { recordedExamples } from '@open-oms/contracts/recorded-examples'
import type { RouteContract } from '@open-oms/contracts/route'
import { productVersion } from '@open-oms/contracts/version'
import { addExamples } from '@open-oms/service-kit/openapi/add-examples'
import { type OpenApiDocument, openApiDocument } from '@open-oms/service-kit/openapi/openapi-document'
import { eventCatalogue, type Publisher } from './event-catalogue.ts'

const routes: Record<string, readonly RouteContract[]> = {
  gateway: [...tokenRoutes, ...sessionRoutes, getOpenApiDocument, ...healthRoutes],
  'catalog-assets': catalogRoutes,
  'orders-workflow': orderRoutes,
  'accounting-read': accountingRoutes,
}

/** Every publisher of events, the ERP connector included. */
export const publishers: readonly Publisher[] = [
  { service: 'catalog-assets', events: catalogEvents },
  { service: 'orders-workflow', events: orderEvents },
  { service: 'accounting-read', events: accountingEvents },
  { service: 'an ERP connector', events: erpEvents, isExternal: true },
]

/** The OpenAPI document of each service by its name. */
export function openApiDocuments(): Map<string, OpenApiDocument> {
  return new Map(
    Object.entries(routes).map(([name, contracts]) => [
      name,
      openApiDocument({ title: name, version: productVersion, contracts }),
    ]),
  )
}

/** One OpenAPI document of all services. */
export function wholeOpenApiDocument(): OpenApiDocument {
  return openApiDocument({ title: 'Open order management', version: productVersion, contracts: Object.values(routes).flat() })
}

/** The same as the gateway publishes it: with webhooks and the recorded examples. */
export function publishedOpenApiDocument(): OpenApiDocument {
  const contracts = Object.values(routes).flat()
  const document = openApiDocument({
    title: 'Open order management',
    version: productVersion,
    contracts,
    webhooks: orderEvents,
  })
  addExamples(document, recordedExamples)
  return document
}

/** The AsyncAPI document of all events. */
export function eventDocument(): object {
  return eventCatalogue(publishers)
}
