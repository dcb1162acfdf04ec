import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenApiDocument } from '@oms/service-kit/openapi/openapi-document'
import type { FastifyInstance } from 'fastify'
import { compressed, FOR_EVER, noSuchPage, sendFile, sendPage } from '../pages/page-file.ts'
import { pageDocument } from './page-document.ts'
import { pageFiles, pagesFolder } from './page-files.ts'
import { pagesOf } from './page-layout.ts'

export type PageDeps = { document: OpenApiDocument; hasIssuer: boolean }

/**
 * Puts the pages for developers on the server: `/docs` with all operations, the guides and the table of errors
 * (http.md#interface-document).
 */
export function registerPages(app: FastifyInstance, { document, hasIssuer }: PageDeps): void {
  const files = pageFiles(pageDocument(document))
  const filesUrl = `/docs/files/${files.hash}`
  const guides = JSON.parse(readFileSync(join(pagesFolder, 'guides.json'), 'utf8'))
  for (const [path, html] of pagesOf({ filesUrl, guides, hasSignIn: hasIssuer })) {
    const page = compressed('.html', Buffer.from(html))
    const etag = `"${createHash('sha256').update(html).digest('hex').slice(0, 16)}"`
    app.get(path, async (request, reply) => {
      return sendPage(request, reply, { etag, file: await page })
    })
  }
  app.get<{ Params: { '*': string } }>(`${filesUrl}/*`, async (request, reply) => {
    const file = await files.find(request.params['*'])
    if (file === null) throw noSuchPage()
    reply.headers({ etag: `"${files.hash}"`, 'cache-control': FOR_EVER })
    return sendFile(request, reply, file)
  })
}
