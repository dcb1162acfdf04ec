import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Panel } from '@open-oms/contracts/config/console-places'
import { templateOrigin } from '@open-oms/contracts/config/url-template'
import { DomainError } from '@open-oms/contracts/errors'
import type { FastifyInstance } from 'fastify'
import { FOR_EVER, fileType, noSuchPage, type PageFile, sendFile, sendPage, WORKER_POLICY } from '../pages/page-file.ts'

/** Those of `trusted-types.ts`, `barcode-reader.ts` and `keep-page.ts` of the console. */
const POLICIES = ['default', 'barcode-worker', 'service-worker']

/** Where the package of the console is built. */
const builtFolder = () => dirname(fileURLToPath(import.meta.resolve('@open-oms/console/index.html')))

/**
 * Puts the console at `/console`: its page at every address below, whose script shows what the
 * address names. A browser that asks for `/` is led there, or to `/docs` where the console is not
 * built (security.md#console). It may frame the configured panels, and nothing else of other
 * origins.
 */
export function registerConsole(
  app: FastifyInstance,
  { folder = builtFolder(), panels }: { folder?: string | undefined; panels: () => readonly Pick<Panel, 'url'>[] },
): void {
  const built = readConsole(folder)
  for (const path of ['/console', '/console/*']) {
    app.get(path, async (request, reply) => {
      if (built === null) throw new DomainError('NotFound', 'The console is not built: "npm start" builds it.')
      const frameOrigins = [...new Set(panels().map(({ url }) => templateOrigin(url)))].sort()
      return sendPage(request, reply, { ...built.page, policies: POLICIES, frameOrigins })
    })
  }
  app.get<{ Params: { '*': string } }>('/console/files/*', async (request, reply) => {
    const file = built?.files.get(request.params['*'])
    if (file === undefined) throw noSuchPage()
    reply.headers({
      'cache-control': FOR_EVER,
      'content-security-policy': WORKER_POLICY,
      // One of them keeps the page for when there is no connection.
      'service-worker-allowed': '/console',
    })
    return sendFile(request, reply, file)
  })
  app.get('/', async (request, reply) => {
    const isBrowser = request.headers.accept?.includes('text/html') === true
    if (!isBrowser) throw noSuchPage()
    return reply.header('vary', 'Accept').redirect(built === null ? '/docs' : '/console', 302)
  })
}

type ConsoleFiles = {
  /** The page that every address of the console begins with. */
  page: { etag: string; file: PageFile }
  /** The files that the page loads, by their names; each name has a hash of the content. */
  files: ReadonlyMap<string, PageFile>
}

/**
 * Reads the built console with the compressed forms that its build has prepared; null where it is
 * not built.
 */
function readConsole(folder: string): ConsoleFiles | null {
  if (!existsSync(join(folder, 'index.html.br'))) return null
  const read = (name: string): PageFile => ({
    type: fileType(name),
    plain: readFileSync(join(folder, name)),
    br: readFileSync(join(folder, `${name}.br`)),
    gzip: readFileSync(join(folder, `${name}.gz`)),
  })
  const names = globSync('files/**/*.{js,css,svg,wasm}', { cwd: folder }).map((name) => name.replaceAll(sep, '/'))
  const file = read('index.html')
  const etag = `"${createHash('sha256').update(file.plain).digest('hex').slice(0, 16)}"`
  return { page: { etag, file }, files: new Map(names.map((name) => [name.replace('files/', ''), read(name)])) }
}
