import { getOpenApiDocument } from '@oms/contracts/gateway/routes'
import { JsonText } from '@oms/service-kit/http/route-response'
import type { OpenApiDocument } from '@oms/service-kit/openapi/openapi-document'
import { type KitDeps, register } from '@oms/service-kit/server/register-route'
import type { FastifyInstance } from 'fastify'
import { registerPages } from './pages.ts'

export type InterfaceDocumentDeps = KitDeps & {
  /** Makes the OpenAPI document of all services together. */
  makeDocument: () => OpenApiDocument
  /** Whether the built-in token issuer is in use. */
  hasIssuer: boolean
}

/**
 * Puts the merged OpenAPI document at `/openapi.json` and its pages at `/docs` on the server
 * (http.md#interface-document). Making it takes longer than all else of a start: the first request
 * for it makes it, in a fifth of a second in which others wait.
 */
export function registerInterfaceDocument(app: FastifyInstance, deps: InterfaceDocumentDeps): void {
  let made: OpenApiDocument | null = null
  const document = () => {
    made ??= deps.makeDocument()
    return made
  }
  let text: JsonText | null = null
  register(app, deps, getOpenApiDocument, async () => {
    text ??= new JsonText(JSON.stringify(document()))
    return { body: text }
  })
  registerPages(app, { document, hasIssuer: deps.hasIssuer })
}
