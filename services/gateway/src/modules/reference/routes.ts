import { getOpenApiDocument } from '@oms/contracts/gateway/routes'
import { type KitDeps, register } from '@oms/service-kit/http/register-route'
import { JsonText } from '@oms/service-kit/http/route-response'
import type { OpenApiDocument } from '@oms/service-kit/openapi/openapi-document'
import type { FastifyInstance } from 'fastify'
import { registerPages } from './pages.ts'

export type ReferenceDeps = KitDeps & {
  /** The OpenAPI document of all services together. */
  document: OpenApiDocument
  /** Whether the built-in token issuer is in use. */
  hasIssuer: boolean
}

/** Puts the merged OpenAPI document at `/openapi.json` and its pages at `/docs` on the server (http.md#interface-document). */
export function registerReference(app: FastifyInstance, deps: ReferenceDeps): void {
  const text = new JsonText(JSON.stringify(deps.document))
  register(app, deps, getOpenApiDocument, async () => ({ body: text }))
  registerPages(app, deps)
}
