import { DomainError } from '@open-oms/contracts/errors'
import type { FastifyInstance } from 'fastify'

const HEALTH = '/health'

/**
 * Keeps files on a host of their own (security.md#host-of-files): there are no other routes there
 * but the health, and requests for files at another host are led there. What a file does in a
 * browser has then no session of the console beside it.
 */
export function keepFilesApart(app: FastifyInstance, assetUrl: string): void {
  const { host, origin } = new URL(assetUrl)
  app.addHook('onRequest', async (request, reply) => {
    const route = request.routeOptions.url ?? ''
    const isThere = request.host.toLowerCase() === host
    if (isThere === route.startsWith('/assets/') || route.startsWith(HEALTH)) return
    if (isThere) throw new DomainError('NotFound', 'There are only files at this host.')
    const { pathname, search } = new URL(request.originalUrl, origin)
    return reply.redirect(`${origin}${pathname}${search}`, 308)
  })
}
