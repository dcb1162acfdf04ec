import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FOR_EVER, noSuchPage, sendFile, sendPage } from '../pages/page-file.ts'
import { keptFiles } from '../pages/page-files.ts'

const SITE_PATH = '/docs/site'

/** That of Vue, for what the build has drawn. */
const POLICIES = ['vue']

/** The names that have a hash of their content. */
const HASHED = /^assets\//

/** Where the package of the site is built. */
const builtFolder = () => dirname(fileURLToPath(import.meta.resolve('@open-oms/docs-site/index.html')))

/**
 * Puts the site of all documentation at `/docs/site/` (http.md#interface-document), where its
 * folder is built. Files are read and compressed when they are asked for first. What comes back is
 * its address; null where it is not built.
 */
export function registerDocsSite(app: FastifyInstance, folder: string = builtFolder()): string | null {
  if (!existsSync(join(folder, 'hashmap.json'))) return null
  const names = globSync('**/*.{html,js,css,png,json}', { cwd: folder }).map((name) => name.replaceAll(sep, '/'))
  const find = keptFiles(new Map(names.map((name) => [name, () => readFile(join(folder, name))])))
  // It is of the version of all: the map of the files changes with each of them.
  const etag = `"${createHash('sha256')
    .update(readFileSync(join(folder, 'hashmap.json')))
    .digest('hex')
    .slice(0, 16)}"`

  const send = async (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const file = await find(name)
    if (file === null) throw noSuchPage()
    if (name.endsWith('.html')) return sendPage(request, reply, { etag, file, policies: POLICIES })
    reply.header('cache-control', HASHED.test(name) ? FOR_EVER : 'no-cache')
    return sendFile(request, reply, file)
  }
  // One route with and without the last slash, which the script of the site needs.
  app.get(SITE_PATH, async (request, reply) => {
    const [path] = request.originalUrl.split('?')
    return path === `${SITE_PATH}/` ? send('index.html', request, reply) : reply.redirect(`${SITE_PATH}/`, 302)
  })
  app.get<{ Params: { '*': string } }>(`${SITE_PATH}/*`, (request, reply) => send(request.params['*'], request, reply))
  return `${SITE_PATH}/`
}
