import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { getOpenApiDocument } from '@oms/contracts/gateway/routes'
import { type KitDeps, register } from '@oms/service-kit/http/register-route'
import { JsonText } from '@oms/service-kit/http/route-response'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'

export type ReferenceDeps = KitDeps & {
  /** The OpenAPI document of all services together. */
  document: object
}

/** What the reference page may load: its own files, nothing from elsewhere. Its styles are partly inline, its icons data. */
const PAGE_POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

const TITLE = 'Order management: API reference'
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="220" height="40"><title>${TITLE}</title>
<text x="0" y="27" font-family="sans-serif" font-size="20" font-weight="600" fill="#fff">Order management</text></svg>`

/** Puts the merged OpenAPI document at `/openapi.json` and its page at `/docs` on the server (http.md#interface-document). */
export function registerReference(app: FastifyInstance, deps: ReferenceDeps): void {
  const text = new JsonText(JSON.stringify(deps.document))
  register(app, deps, getOpenApiDocument, async () => ({ body: text }))
  const page: FastifyPluginAsync = async (scope) => {
    await scope.register(swagger, { mode: 'static', specification: { document: deps.document as never } })
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: PAGE_POLICY,
      theme: { title: TITLE },
      logo: { type: 'image/svg+xml', content: Buffer.from(LOGO), href: '/docs', target: '_self' },
      uiConfig: {
        docExpansion: 'none',
        filter: true,
        displayOperationId: true,
        persistAuthorization: true,
        validatorUrl: null as never,
      },
    })
  }
  app.register(page)
}
