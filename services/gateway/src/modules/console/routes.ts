import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DomainError } from '@oms/contracts/errors'
import type { FastifyInstance } from 'fastify'
import { FOR_EVER, noSuchPage, sendFile, sendPage } from '../pages/page-file.ts'
import { readConsole } from './console-files.ts'

/** Where the package of the console is built. */
const builtFolder = () => dirname(fileURLToPath(import.meta.resolve('@oms/console/index.html')))

/**
 * Puts the console at `/console`: its page at every address below, whose script shows what the
 * address names. A browser that asks for `/` is led there, or to `/docs` where the console is not
 * built (security.md#console).
 */
export function registerConsole(app: FastifyInstance, folder = builtFolder()): void {
  const built = readConsole(folder)
  for (const path of ['/console', '/console/*']) {
    app.get(path, async (request, reply) => {
      if (built === null) throw new DomainError('NotFound', 'The console is not built: "npm start" builds it.')
      return sendPage(request, reply, built.page)
    })
  }
  app.get<{ Params: { '*': string } }>('/console/files/*', async (request, reply) => {
    const file = built?.files.get(request.params['*'])
    if (file === undefined) throw noSuchPage()
    reply.header('cache-control', FOR_EVER)
    return sendFile(request, reply, file)
  })
  app.get('/', async (request, reply) => {
    const isBrowser = request.headers.accept?.includes('text/html') === true
    if (!isBrowser) throw noSuchPage()
    return reply.header('vary', 'Accept').redirect(built === null ? '/docs' : '/console', 302)
  })
}
