import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenApiDocument } from '@oms/service-kit/openapi/openapi-document'
import type { FastifyInstance } from 'fastify'
import { pageDocument } from './page-document.ts'
import { compressed, FOR_EVER, noSuchPage, type PageFile, sendFile, sendPage } from './page-file.ts'
import { type PageFiles, pageFiles, pagesFolder } from './page-files.ts'
import { type Guide, pagesOf, pathsOf } from './page-layout.ts'

/** Followed by the hash of all files and the name of one. */
const FILES_URL = '/docs/files'

export type PageDeps = { document: () => OpenApiDocument; hasIssuer: boolean }

/** A page in the forms that a browser may ask for. */
type Page = { etag: string; file: Promise<PageFile> }

/**
 * Puts the pages for developers on the server: `/docs` with all operations, the guides and the
 * table of errors (http.md#interface-document). They are made when one is asked for first: a
 * gateway starts without them.
 */
export function registerPages(app: FastifyInstance, { document, hasIssuer }: PageDeps): void {
  const guides: readonly Guide[] = JSON.parse(readFileSync(join(pagesFolder, 'guides.json'), 'utf8'))
  let made: { files: PageFiles; pages: ReadonlyMap<string, Page> } | null = null
  const make = () => {
    const files = pageFiles(pageDocument(document()))
    const pages = pagesOf({ filesUrl: `${FILES_URL}/${files.hash}`, guides, hasSignIn: hasIssuer })
    return { files, pages: new Map([...pages].map(([path, html]) => [path, pageOf(html)])) }
  }
  const current = () => {
    made ??= make()
    return made
  }
  for (const path of pathsOf(guides)) {
    app.get(path, async (request, reply) => {
      const { etag, file } = current().pages.get(path) as Page
      return sendPage(request, reply, { etag, file: await file })
    })
  }
  app.get<{ Params: { hash: string; '*': string } }>(`${FILES_URL}/:hash/*`, async (request, reply) => {
    const { files } = current()
    const file = request.params.hash === files.hash ? await files.find(request.params['*']) : null
    if (file === null) throw noSuchPage()
    reply.headers({ etag: `"${files.hash}"`, 'cache-control': FOR_EVER })
    return sendFile(request, reply, file)
  })
}

function pageOf(html: string): Page {
  const etag = `"${createHash('sha256').update(html).digest('hex').slice(0, 16)}"`
  return { etag, file: compressed('.html', Buffer.from(html)) }
}
