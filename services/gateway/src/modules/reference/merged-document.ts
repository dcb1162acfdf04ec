import { getOpenApiDocument, healthRoutes, tokenRoutes } from '@oms/contracts/gateway/routes'
import { recordedExamples } from '@oms/contracts/recorded-examples'
import type { RouteContract } from '@oms/contracts/route'
import { productVersion } from '@oms/contracts/version'
import { type OpenApiDocument, openApiDocument } from '@oms/service-kit/openapi/openapi-document'
import { addExamples } from './add-examples.ts'

export type MergedDocumentSource = {
  /** The routes of the services behind the gateway. */
  contracts: readonly RouteContract[]
  /** Whether the built-in token issuer is in use. */
  hasIssuer: boolean
}

const FORM = 'application/x-www-form-urlencoded'

const INTRODUCTION =
  'Every call but those marked public carries `Authorization: Bearer <token>`. Paths and property names match in any letter case. ' +
  'Limits: a client may save up 12,000 requests, gets back 1,000 every 10 s and may have 40 under way; `RateLimit-Limit`, ' +
  '`RateLimit-Remaining` and `RateLimit-Reset` (seconds) say what is left of it, and 429 carries `Retry-After`.'

/** One OpenAPI 3.1 document of all services and of the gateway itself, made from the contracts (http.md#interface-document). */
export function mergedDocument({ contracts, hasIssuer }: MergedDocumentSource): OpenApiDocument {
  const own: readonly RouteContract[] = [...(hasIssuer ? tokenRoutes : []), getOpenApiDocument, ...healthRoutes]
  const document = openApiDocument({
    title: 'Open order management',
    version: productVersion,
    description: INTRODUCTION,
    contracts: [...contracts, ...own],
  })
  if (hasIssuer) describeTokenContents(document)
  addExamples(document, recordedExamples)
  return document
}

type Content = Record<string, object>
type TokenOperation = { requestBody: { content: Content }; responses: { 200: { content: Content } } }

/** The token routes are the only ones that read forms and send plain text. */
function describeTokenContents({ paths }: OpenApiDocument): void {
  const operation = (path: string) => paths[path]?.post as TokenOperation
  for (const path of ['/api/Token', '/oauth/token']) {
    const { content } = operation(path).requestBody
    content[FORM] = content['application/json'] as object
  }
  const plain = { schema: { type: 'string', description: 'The token, unless `returnAsJson=true`.' } }
  const response = operation('/api/Token').responses[200]
  response.content = { 'text/plain': plain, ...response.content }
}
