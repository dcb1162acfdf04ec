import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleCall, typescriptSample } from '@open-oms/service-kit/openapi/code-samples'
import type { OpenApiDocument } from '@open-oms/service-kit/openapi/openapi-document'
import type { FastifyInstance } from 'fastify'
import { compressed, FOR_EVER, noSuchPage, type PageFile, sendFile, sendPage } from './page-file.ts'
import { type PageFiles, pageFiles, textsFolder } from './page-files.ts'
import { type Guide, pagePaths, renderPages } from './page-layout.ts'

/** Followed by the hash of all files and the name of one. */
const FILES_URL = '/docs/files'

/** Its component writes icons and examples as HTML, and would show nothing under Trusted Types. */
const REFERENCE = '/docs'

export type PageDeps = {
  document: () => OpenApiDocument
  /** Whether the built-in token issuer is in use. */
  hasIssuer: boolean
  /** Where all of the documentation is; null where it is not built. */
  siteUrl: string | null
}

/** A page in the forms that a browser may ask for. */
type Page = { etag: string; file: Promise<PageFile> }

/**
 * Puts the pages for developers on the server: `/docs` with all operations, the guides and the
 * table of errors (http.md#interface-document). They are made when one is asked for first: a
 * gateway starts without them.
 */
export function registerPages(app: FastifyInstance, { document, hasIssuer, siteUrl }: PageDeps): void {
  const guides: readonly Guide[] = JSON.parse(readFileSync(join(textsFolder, 'guides.json'), 'utf8'))
  let made: { of: OpenApiDocument; files: PageFiles; pages: ReadonlyMap<string, Page> } | null = null
  const make = (of: OpenApiDocument) => {
    const files = pageFiles(pageDocument(of))
    const pages = renderPages({ filesUrl: `${FILES_URL}/${files.hash}`, guides, hasSignIn: hasIssuer, siteUrl })
    return { of, files, pages: new Map([...pages].map(([path, html]) => [path, toPage(html)])) }
  }
  const current = () => {
    const of = document()
    if (made?.of !== of) made = make(of)
    return made
  }
  for (const path of pagePaths(guides)) {
    app.get(path, async (request, reply) => {
      const { etag, file } = current().pages.get(path) as Page
      return sendPage(request, reply, { etag, file: await file, policies: path === REFERENCE ? null : [] })
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

function toPage(html: string): Page {
  const etag = `"${createHash('sha256').update(html).digest('hex').slice(0, 16)}"`
  return { etag, file: compressed('.html', Buffer.from(html)) }
}

const INTRODUCTION =
  'Sign in above with a client id and its secret; then every operation can be tried here. The [guides](/docs/guides) go through an ' +
  'order from the first call to the closed day, and the table of [errors](/docs/errors) says what to do about each. A token goes into ' +
  '`Authorization: Bearer …`; paths and property names match in any letter case.'

/**
 * The OpenAPI document as the page shows it: what the guides and the table of errors say at length
 * is left out of the introduction, and every operation has a sample for `@open-oms/client` beside
 * those that the page makes itself.
 */
function pageDocument(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const shown = Object.entries(operations).map(([method, operation]) => {
      // The client has no calls for headers alone.
      if (method === 'head') return [method, operation]
      const source = typescriptSample(exampleCall(method.toUpperCase(), path, operation))
      return [method, { ...operation, 'x-codeSamples': [{ lang: 'TypeScript', label: 'TypeScript', source }] }]
    })
    return [path, Object.fromEntries(shown)]
  })
  const info = { ...(document.info as object), description: INTRODUCTION }
  return { ...document, info, paths: Object.fromEntries(paths), components: withoutExamples(document.components as Components) }
}

type Components = { parameters: Record<string, { schema: object }> }

/**
 * The page sends every header that has an example: nobody wants their first response without a body
 * because of `Prefer`.
 */
function withoutExamples(components: Components): Components {
  const parameters = Object.entries(components.parameters).map(([name, { schema, ...parameter }]) => {
    const { examples, ...kept } = schema as { examples?: unknown }
    return [name, { ...parameter, schema: kept }]
  })
  return { ...components, parameters: Object.fromEntries(parameters) }
}
