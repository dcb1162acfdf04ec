import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { negotiate } from '@fastify/accept-negotiator'
import { DomainError } from '@oms/contracts/errors'
import type { OpenApiDocument } from '@oms/service-kit/openapi/openapi-document'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageDocument } from './page-document.ts'
import { compressed, type PageFile, pageFiles, pagesFolder } from './page-files.ts'
import { pagesOf } from './page-layout.ts'

export type PageDeps = { document: OpenApiDocument; hasIssuer: boolean }

/** What the pages may load: files of the gateway, nothing from elsewhere. The component makes its style elements itself. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const noSuchPage = () => new DomainError('NotFound', 'There is no such route.')

const FOR_EVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'

/**
 * Puts the pages for developers on the server: `/docs` with all operations, the guides and the table of errors. A browser that
 * asks for `/` is led there (http.md#interface-document).
 */
export function registerPages(app: FastifyInstance, { document, hasIssuer }: PageDeps): void {
  const files = pageFiles(pageDocument(document))
  const filesUrl = `/docs/files/${files.hash}`
  const guides = JSON.parse(readFileSync(join(pagesFolder, 'guides.json'), 'utf8'))
  for (const [path, html] of pagesOf({ filesUrl, guides, hasSignIn: hasIssuer })) {
    const page = compressed('.html', Buffer.from(html))
    const etag = `"${createHash('sha256').update(html).digest('hex').slice(0, 16)}"`
    app.get(path, async (request, reply) => {
      reply.headers({ etag, 'cache-control': ASK_AGAIN, 'content-security-policy': PAGE_POLICY })
      return request.headers['if-none-match'] === etag ? reply.code(304).send() : send(request, reply, await page)
    })
  }
  app.get<{ Params: { '*': string } }>(`${filesUrl}/*`, async (request, reply) => {
    const file = await files.find(request.params['*'])
    if (file === null) throw noSuchPage()
    reply.headers({ etag: `"${files.hash}"`, 'cache-control': FOR_EVER })
    return send(request, reply, file)
  })
  app.get('/', async (request, reply) => {
    const isBrowser = request.headers.accept?.includes('text/html') === true
    if (!isBrowser) throw noSuchPage()
    return reply.header('vary', 'Accept').redirect('/docs', 302)
  })
}

/** Sends a file in the shortest form that the client takes. */
function send(request: FastifyRequest, reply: FastifyReply, file: PageFile): FastifyReply {
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip'])
  reply.headers({ 'content-type': file.type, vary: 'Accept-Encoding' })
  return encoding === null ? reply.send(file.plain) : reply.header('content-encoding', encoding).send(file[encoding])
}
