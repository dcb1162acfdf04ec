import type { CustomField } from '@oms/contracts/config/custom-fields'
import { getKeySet, getOpenApiDocument, healthRoutes, tokenRoutes } from '@oms/contracts/gateway/routes'
import { sessionRoutes } from '@oms/contracts/gateway/session-routes'
import { orderEvents } from '@oms/contracts/orders/events'
import { recordedExamples } from '@oms/contracts/recorded-examples'
import type { RouteContract } from '@oms/contracts/route'
import { productVersion } from '@oms/contracts/version'
import { addExamples } from '@oms/service-kit/openapi/add-examples'
import { type OpenApiDocument, openApiDocument } from '@oms/service-kit/openapi/openapi-document'
import { describeFields } from './describe-fields.ts'

export type MergedDocumentSource = {
  /** The routes of the services behind the gateway. */
  contracts: readonly RouteContract[]
  /** Whether the built-in token issuer is in use. */
  hasIssuer: boolean
  /** The address that clients reach the gateway at. */
  publicUrl: string
  /** The fields of `custom-fields.json`, which properties are described by. */
  customFields?: readonly CustomField[]
}

const INTRODUCTION =
  'Every call but those marked public carries `Authorization: Bearer <token>`. Paths and property names match in any letter case. ' +
  'Limits: a client may save up 12,000 requests, gets back 1,000 every 10 s and may have 40 under way; `RateLimit-Limit`, ' +
  '`RateLimit-Remaining` and `RateLimit-Reset` (seconds) say what is left of it, and 429 carries `Retry-After`.'

/**
 * One OpenAPI 3.1 document of all services and of the gateway itself, made from the contracts
 * (http.md#interface-document).
 */
export function mergedDocument({ contracts, hasIssuer, publicUrl, customFields = [] }: MergedDocumentSource): OpenApiDocument {
  const own: readonly RouteContract[] = [
    ...(hasIssuer ? [...tokenRoutes, ...sessionRoutes] : [getKeySet]),
    getOpenApiDocument,
    ...healthRoutes,
  ]
  const document = openApiDocument({
    title: 'Open order management',
    version: productVersion,
    description: INTRODUCTION,
    docsUrl: `${publicUrl}/docs`,
    contracts: [...contracts, ...own],
    webhooks: orderEvents,
  })
  addExamples(document, recordedExamples)
  describeFields(document, customFields)
  return document
}
