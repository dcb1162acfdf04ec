import type { CustomField } from '@open-oms/contracts/config/custom-fields'
import { getOpenApiDocument } from '@open-oms/contracts/gateway/routes'
import { JsonText } from '@open-oms/service-kit/http/route-response'
import type { OpenApiDocument } from '@open-oms/service-kit/openapi/openapi-document'
import { type KitDeps, register } from '@open-oms/service-kit/server/register-route'
import type { FastifyInstance } from 'fastify'
import { type PageDeps, registerPages } from './pages.ts'

export type InterfaceDocumentDeps = KitDeps &
  Pick<PageDeps, 'hasIssuer' | 'siteUrl'> & {
    /** Makes the OpenAPI document of all services together, with the declared fields. */
    makeDocument: (fields: readonly CustomField[]) => OpenApiDocument
    /** The fields of the configuration that runs; another list after each reload. */
    customFields: () => readonly CustomField[]
  }

/**
 * Puts the merged OpenAPI document at `/openapi.json` and its pages at `/docs` on the server
 * (http.md#interface-document). Making it takes longer than all else of a start: the first request
 * for it makes it, in a fifth of a second in which others wait.
 */
export function registerInterfaceDocument(app: FastifyInstance, deps: InterfaceDocumentDeps): void {
  let made: { fields: readonly CustomField[]; document: OpenApiDocument; text: JsonText | null } | null = null
  const current = () => {
    const fields = deps.customFields()
    if (made?.fields !== fields) made = { fields, document: deps.makeDocument(fields), text: null }
    return made
  }
  const document = () => current().document
  register(app, deps, getOpenApiDocument, async () => {
    const now = current()
    now.text ??= new JsonText(JSON.stringify(now.document))
    return { body: now.text }
  })
  registerPages(app, { document, hasIssuer: deps.hasIssuer, siteUrl: deps.siteUrl })
}
